/** The schema, step by step, for both databases. A step that was released is never changed. */
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { bucketSettings, bucketShares, described, objects, objectVersions } from './object-tables.ts';
import { OTHER_SHAPE } from '../faults/unavailable.ts';
import { DIALECTS, type Dialect } from './dialect.ts';
import { states } from './state-table.ts';

const tables = ({ text, serial, integer }: Dialect): string[] => [
  `create table resources (
    rid ${serial},
    engine ${text} not null,
    kind ${text} not null,
    id ${text} not null,
    domain_id ${text},
    project_id ${text},
    user_id ${text},
    document ${text} not null,
    schema_version integer not null,
    revision integer not null,
    created_at ${text} not null,
    updated_at ${text} not null
  )`,
  'create unique index resources_key on resources (kind, id, engine)',
  'create index resources_sweep on resources (engine, kind, rid)',
  `create table shares (
    rid ${integer} not null references resources (rid) on delete cascade,
    target ${text} not null,
    state ${text} not null,
    primary key (rid, target)
  )`,
  `create table scopes (id ${serial}, name ${text} not null unique)`,
  `create table layouts (kind ${text} primary key, digest ${text} not null)`,
  `create table changes (
    seq ${serial},
    kind ${text} not null,
    id ${text} not null,
    operation ${text} not null,
    revision integer not null,
    status ${text},
    before ${text},
    after ${text},
    error ${text},
    at ${text} not null
  )`,
  'create index changes_at on changes (at)',
  `create table log_floor (seq ${integer} not null)`,
  'insert into log_floor (seq) values (0)',
  `create table task_runs (
    id ${text} primary key,
    command ${text} not null,
    engine ${text} not null,
    phase ${text} not null,
    targets ${text} not null,
    body ${text},
    actor ${text} not null,
    memo ${text} not null,
    fence integer not null,
    cancel_requested integer not null,
    lease_owner ${text},
    lease_until ${integer} not null,
    created_at ${text} not null
  )`,
  `create index task_runs_open on task_runs (lease_until) where phase <> 'ended'`,
  `create index task_runs_owner on task_runs (lease_owner) where phase <> 'ended'`,
  `create table leases (name ${text} primary key, owner ${text} not null, until ${integer} not null)`,
  `create table sessions (
    id_hash ${text} primary key,
    user_id ${text} not null,
    domain_id ${text} not null,
    principal ${text} not null,
    created_at ${text} not null,
    last_seen_at ${text} not null,
    expires_at ${text} not null
  )`,
  'create index sessions_user on sessions (user_id)',
  `create table scope_tokens (
    token_hash ${text} primary key,
    session_hash ${text} not null references sessions (id_hash) on delete cascade,
    scope ${text} not null,
    role ${text} not null,
    read_only integer not null,
    credential ${text} not null,
    expires_at ${text} not null
  )`,
  'create index scope_tokens_session on scope_tokens (session_hash)',
  `create table sign_in_failures (id ${serial}, key ${text} not null, at ${integer} not null)`,
  'create index sign_in_failures_key on sign_in_failures (key, at)',
  'create index sign_in_failures_at on sign_in_failures (at)',
  `create table audit (
    id ${serial},
    at ${text} not null,
    user_id ${text},
    user_name ${text},
    domain_id ${text},
    project_id ${text},
    call ${text} not null,
    target ${text},
    status integer not null,
    error_code ${text},
    request_id ${text} not null,
    address ${text},
    body ${text}
  )`,
  'create index audit_at on audit (at, id)',
  'create index audit_call on audit (call, at, id)',
  `create table audit_prune (before ${text} not null)`,
  `create table records (
    owner ${text} not null,
    bucket ${text} not null,
    key ${text} not null,
    value ${text} not null,
    due ${text},
    primary key (owner, bucket, key)
  )`,
  'create index records_due on records (owner, bucket, due, key) where due is not null',
  `create table idempotency (
    key ${text} primary key,
    body_hash ${text} not null,
    status integer not null,
    answer ${text} not null,
    at ${integer} not null
  )`,
  'create index idempotency_at on idempotency (at)',
];

/** The audit is append-only: nothing changes an entry, and only a prune takes old ones away. */
const GUARDS: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: [
    `create trigger audit_no_update before update on audit begin select raise(abort, 'the audit is append-only'); end`,
    `create trigger audit_no_delete before delete on audit
      when not exists (select 1 from audit_prune where before > old.at)
      begin select raise(abort, 'the audit is append-only'); end`,
  ],
  postgres: [
    'create extension if not exists pg_trgm',
    `create function audit_guard() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' then
          if exists (select 1 from audit_prune where before > old.at) then return old; end if;
        end if;
        raise exception 'the audit is append-only';
      end $$`,
    'create trigger audit_guard before update or delete on audit for each row execute function audit_guard()',
    'create trigger audit_no_truncate before truncate on audit for each statement execute function audit_guard()',
  ],
};

async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The run that a creating call made is what answers its repetitions; ended runs are found by their age. */
const onceOfRuns = ({ text }: Dialect): string[] => [
  `alter table task_runs add column once_key ${text}`,
  `alter table task_runs add column body_hash ${text}`,
  'create unique index task_runs_once on task_runs (once_key)',
  `create index task_runs_ended on task_runs (created_at, id) where phase = 'ended'`,
  'drop table idempotency',
];

/** What a store knows of itself, in one row (`identity.ts`). */
const identity = ({ text }: Dialect): string => `create table store_identity (secret ${text} not null, place ${text} not null)`;

/** Properties of domains; those for everyone are found by their access. No other access can get in, whatever writes. */
const properties = ({ text }: Dialect): string[] => [
  `create table properties (
    domain_id ${text} not null,
    key ${text} not null,
    value ${text} not null,
    access ${text} not null check (access in ('pub', 'auth')),
    primary key (domain_id, key)
  )`,
  'create index properties_access on properties (access, domain_id, key)',
];

/** One-time tickets by their hash. */
const tickets = ({ text, integer }: Dialect): string[] => [
  `create table tickets (hash ${text} not null primary key, purpose ${text} not null, content ${text} not null, until ${integer} not null)`,
  'create index tickets_until on tickets (until)',
];

/**
 * The shape of the program that writes, and the versions of documents. A connection says its program's shape: on SQLite by a function, which
 * one of a program from before does not have, on PostgreSQL by a setting. A kind that a later version gives up is to be taken out here.
 */
const SHAPES: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: ['insert', 'update', 'delete'].map(
    (change) => `create trigger resources_shape_${change} before ${change} on resources
      when gantry_shape() is not (select shape from store_shape)
      begin select raise(abort, '${OTHER_SHAPE.message}'); end`,
  ),
  postgres: [
    `create function shape_guard() returns trigger language plpgsql as $$
      begin
        if coalesce((select shape from store_shape) = current_setting('gantry.shape', true), false) then return null; end if;
        raise exception '${OTHER_SHAPE.message}' using errcode = '${OTHER_SHAPE.state}';
      end $$`,
    'create trigger resources_shape before insert or update or delete on resources for each statement execute function shape_guard()',
  ],
};

const shapes = ({ text, integer }: Dialect): string[] => [
  `create table schema_versions (kind ${text} not null primary key, version ${integer} not null)`,
  `create table store_shape (shape ${text} not null)`,
  `insert into store_shape (shape) values ('')`,
];

/**
 * Wrong passwords by whom they count for, devices that accounts are known from, and how many refusals an entry of the audit stands for. The
 * failures of before were minutes old at most, and are forgotten.
 */
const signIn = ({ text, integer }: Dialect): string[] => [
  'drop table sign_in_failures',
  `create table sign_in_counts (key ${text} not null primary key, failures ${integer} not null, until ${integer} not null)`,
  'create index sign_in_counts_until on sign_in_counts (until)',
  `create table sign_in_devices (
    account ${text} not null,
    device ${text} not null,
    used ${integer} not null,
    primary key (account, device)
  )`,
  'create index sign_in_devices_used on sign_in_devices (used)',
  `alter table audit add column count ${integer} not null default 1`,
];

/** Tokens for scripts, and by which of them something in the audit was done. */
const personalTokens = ({ text }: Dialect): string[] => [
  `create table personal_tokens (
    token_hash ${text} not null primary key,
    user_id ${text} not null,
    name ${text} not null,
    scope ${text} not null,
    read_only integer not null,
    last_four ${text} not null,
    created_at ${text} not null,
    expires_at ${text} not null,
    last_used_at ${text}
  )`,
  'create index personal_tokens_user on personal_tokens (user_id, expires_at)',
  'create index personal_tokens_expiry on personal_tokens (expires_at)',
  `alter table audit add column personal_token ${text}`,
];

/** All steps by name; Kysely runs them in the order of their names. */
export const migrations = (flavour: 'sqlite' | 'postgres'): Record<string, Migration> => ({
  '0001-store': {
    async up(db) {
      await run(db, tables(DIALECTS[flavour]));
      await run(db, GUARDS[flavour]);
    },
  },
  '0002-once': {
    up: (db) => run(db, onceOfRuns(DIALECTS[flavour])),
  },
  // When a lease was taken tells one holding from the next.
  '0003-lease-since': {
    async up(db) {
      await run(db, [`alter table leases add column since ${DIALECTS[flavour].integer} not null default 0`]);
    },
  },
  '0004-identity': {
    up: (db) => run(db, [identity(DIALECTS[flavour])]),
  },
  '0005-properties': {
    up: (db) => run(db, properties(DIALECTS[flavour])),
  },
  '0006-tickets': {
    up: (db) => run(db, tickets(DIALECTS[flavour])),
  },
  '0007-schema-versions': {
    up: (db) => run(db, [...shapes(DIALECTS[flavour]), ...SHAPES[flavour]]),
  },
  '0008-sign-in': {
    up: (db) => run(db, signIn(DIALECTS[flavour])),
  },
  // Where a session was begun, sealed; unknown of those that are older.
  '0010-sessions': {
    async up(db) {
      await run(db, [`alter table sessions add column origin ${DIALECTS[flavour].text}`]);
    },
  },
  '0011-objects': {
    up: (db) => run(db, objects(DIALECTS[flavour])),
  },
  // What is offered to a project is found by it.
  '0012-offers': {
    up: (db) => run(db, ['create index shares_target on shares (target, state)']),
  },
  // What tokens hold beside a role; those that are older hold nothing.
  '0013-token-permissions': {
    async up(db) {
      await run(db, [`alter table scope_tokens add column permissions ${DIALECTS[flavour].text} not null default '[]'`]);
    },
  },
  '0014-personal-tokens': {
    up: (db) => run(db, personalTokens(DIALECTS[flavour])),
  },
  // The project that a session has entered last; unknown of those that are older.
  '0015-session-project': {
    async up(db) {
      await run(db, [`alter table sessions add column project_id ${DIALECTS[flavour].text}`]);
    },
  },
  '0016-described': {
    up: (db) => run(db, described(DIALECTS[flavour])),
  },
  // Parts that are older have none.
  '0017-part-checksums': {
    async up(db) {
      await run(db, [`alter table s3_parts add column checksum ${DIALECTS[flavour].text}`]);
    },
  },
  '0018-object-versions': {
    up: (db) => run(db, objectVersions(DIALECTS[flavour])),
  },
  '0019-bucket-settings': {
    up: (db) => run(db, bucketSettings(DIALECTS[flavour])),
  },
  '0020-bucket-shares': {
    up: (db) => run(db, bucketShares(DIALECTS[flavour])),
  },
  // The key of encrypted objects, sealed; it is made when the store is opened.
  '0021-object-key': {
    up: (db) => run(db, [`alter table store_identity add column object_key ${DIALECTS[flavour].text}`]),
  },
  '0022-states': {
    up: (db) => states(db, DIALECTS[flavour]),
  },
  // What ids in the audit were called; unknown of entries that are older, as nothing changes them.
  '0023-audit-names': {
    up: (db) => run(db, [`alter table audit add column names ${DIALECTS[flavour].text}`]),
  },
});
