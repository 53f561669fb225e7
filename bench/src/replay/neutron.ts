import { Refusal } from './reply.ts';

/** Neutron's largest page, unless it is configured. */
export const NEUTRON_MOST = 1000;

/** A refusal as Neutron words it. */
export const neutronError = (status: number, type: string, message: string): Refusal =>
  new Refusal(status, { NeutronError: { type, message, detail: '' } });
