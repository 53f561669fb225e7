import type { SecurityGroup } from './entity.ts';

/** The group that interfaces of a project have where nothing else is said. Each project has one; its name is reserved. */
export const isDefaultGroup = ({ name }: Pick<SecurityGroup, 'name'>): boolean => name === 'default';
