/** What a noun's file says of its calls for the suites that send each call of the contract to a server that has the sample things. */

/** Ids of what is there. */
export interface There {
  domain: string;
  /** One that is in no cluster yet. */
  machine: string;
  flavor: string;
  /** One that is not public. */
  flavorOfSome: string;
  image: string;
  network: string;
  policy: string;
  /** A volume that nobody has. */
  volume: string;
  /** What is there for one call. */
  made: Made;
  /** A server with the volume it boots from, another one, and the hardware address of its interface. */
  holder: { server: string; boot: string; volume: string; mac: string };
}

/** Bodies and ids of what is there for one call, by its id; where a call takes several things, by its id and the kind of the thing. */
export interface Made {
  bodies: Readonly<Record<string, object>>;
  things: Readonly<Record<string, string>>;
}

/** How one call is asked, and what it takes. */
export interface Asked {
  /** The body, where it is unlike the contract's example. */
  body?(there: There): object;
  /** What the thing must be like that it is done to, as members of its document. */
  state?: object;
  /** It is done to the server that has something to lose. */
  ofHolder?: true;
  /** Nothing is there that anybody could do it to: who may is refused as well. */
  refused?: true;
}
