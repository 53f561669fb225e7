/** What a noun's file says of its calls for the suites that send each call of the contract to a server that has the sample things. */
import type { Client } from '../../support/client.ts';
import type { TestApp } from '../../support/app.ts';

/** Ids of what is there. */
export interface There {
  domain: string;
  /** One that is in no cluster yet. */
  machine: string;
  flavor: string;
  image: string;
  network: string;
  policy: string;
  /** A volume that nobody has. */
  volume: string;
  /** A server with the volume it boots from, another one, and the hardware address of its interface. */
  holder: { server: string; boot: string; volume: string; mac: string };
}

/** What a noun's file makes with what its calls need. */
export interface Stage {
  app: TestApp;
  /** Who leads the sample's project acme-prod, who administers the system, the same in that project, and who works in another domain. */
  lead: Client;
  system: Client;
  systemInProject: Client;
  stranger: Client;
  /** Id of the lead's domain. */
  domain: string;
  /** A name that no other thing has. */
  name(): string;
  /** Makes something at an address of the API (`/compute/volumes`), by the lead unless somebody is named. Returns its id. */
  make(path: string, body: object, who?: Client): Promise<string>;
  /** The same with everything else: the address names what it is done to. */
  done(method: string, path: string, body?: object, who?: Client): Promise<string>;
  read<T>(path: string, who?: Client): Promise<T>;
  /** Puts a thing into a state that no call leads to. Returns its id. */
  put(kind: string, id: string, members: object): Promise<string>;
  /** Id of the network outside. */
  outside(): Promise<string>;
}

/** What there is for one call. */
export interface Ready {
  /** The thing that it is done to; by its kind where there are several, and what people choose by its path parameter. */
  id?: string;
  ids?: Readonly<Record<string, string>>;
  body?: object;
}

/** How one call is asked, and what it takes. */
export interface Asked {
  /** The body, where it is unlike the contract's example; anew each time. */
  body?(there: There): object;
  /** What is made for it, once. */
  ready?(stage: Stage): Ready | Promise<Ready>;
  /** What the server must be like that it is done to, as members of its document. */
  state?: object;
  /** It is done to the server that has something to lose. */
  ofHolder?: true;
  /** Nothing is there that anybody could do it to: who may is refused as well. */
  refused?: true;
}
