import { z } from 'zod';

const milliseconds = (fallback: number) => z.number().int().min(0).max(3_600_000).default(fallback);

/** How long the platform takes for its work, in milliseconds from the command's acceptance to its end; 0 is at once. */
const timings = z
  .strictObject({
    build: milliseconds(3000),
    start: milliseconds(1500),
    stop: milliseconds(2000),
    reboot: milliseconds(2000),
    delete: milliseconds(1500),
    /** also unpausing */
    pause: milliseconds(800),
    /** also resuming */
    suspend: milliseconds(1500),
    /** also unshelving */
    shelve: milliseconds(2000),
    /** also the way back */
    rescue: milliseconds(2000),
    rebuild: milliseconds(4000),
    resize: milliseconds(4000),
    /** of a resize, also reverting it */
    confirm: milliseconds(1500),
    password: milliseconds(1000),
    /** of a server's disk, of a volume or a snapshot */
    image: milliseconds(4000),
    /** also live, and away from a node that is down */
    migrate: milliseconds(4000),
    /** of a volume, also detaching it */
    attach: milliseconds(1000),
    /** of a volume, also one that a server has */
    extend: milliseconds(1000),
    /** of a volume, to another storage policy */
    retype: milliseconds(2000),
    /** of a volume, to its newest snapshot */
    revert: milliseconds(2000),
    /** making or deleting a volume that no server is made with */
    volume: milliseconds(1500),
    /** of a volume, also deleting one */
    snapshot: milliseconds(1500),
    /** of a load balancer, making or deleting it, or anything of it */
    balancer: milliseconds(2000),
    /** of a VPN connection: until its first try to connect, also restarting it */
    vpn: milliseconds(2000),
    /** of a node, into the compute cluster or out of it */
    join: milliseconds(3000),
    /** installing, changing or removing the compute cluster */
    cluster: milliseconds(5000),
    /** how long a guest may take to shut down when asked, before its power is cut */
    grace: milliseconds(60_000),
    /** from boot until a guest that halts by itself does so */
    halt: milliseconds(30_000),
  })
  .prefault({});

/** How many nodes the platform begins with and what each holds. More are added when the sample servers need them. */
const nodes = z
  .strictObject({
    count: z.number().int().min(1).max(10_000).default(3),
    vcpus: z.number().int().min(1).default(64),
    /** MiB */
    ram: z.number().int().min(512).default(262_144),
    /** GiB */
    disk: z.number().int().min(1).default(8192),
    /** Beside them, outside the compute cluster, ready to join it. */
    spare: z.number().int().min(0).max(100).default(1),
    /** Ids of nodes that are down; at each start the others are up. */
    down: z.array(z.string()).default([]),
  })
  .prefault({});

/** Settings of the embedded platform. All but `timings`, `imageStorage`, `passwordCost`, `nodes.down` and `outage` matter only on the first start on an empty store. */
export const settings = z.strictObject({
  /** First password of `admin` in the default domain; generated where absent. */
  adminPassword: z.string().min(1).optional(),
  /** Whether an empty platform gets the sample tenants. */
  sample: z.boolean().default(true),
  /** First password of all sample users; one is generated where absent. */
  samplePassword: z.string().min(1).optional(),
  /** scrypt's N for new passwords, a power of two. With r = 8 the default takes 32 MiB and some 50 to 100 ms. */
  passwordCost: z
    .number()
    .int()
    .min(2 ** 10)
    .max(2 ** 20)
    .refine((cost) => Number.isInteger(Math.log2(cost)), { error: 'must be a power of two' })
    .default(2 ** 15),
  sampleServers: z.number().int().min(0).max(100_000).default(12),
  nodes,
  /** Most that the images of one project take, in GiB. */
  imageStorage: z.number().int().min(1).default(1024),
  timings,
  /** Plays dead from the start: commands and live reads answer engine_unavailable, the clock stands still. */
  outage: z.boolean().default(false),
});
export type Settings = z.output<typeof settings>;
export type Timings = Settings['timings'];
