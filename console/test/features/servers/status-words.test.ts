// @vitest-environment node
import { LOCALES } from '@gantry/contract/constants';
import { STATUS_WORDS } from '@gantry/contract/nouns/servers/statuses';
import { expect, it } from 'vitest';
import { readNamespaces } from '../../../../tools/check/languages/catalog.ts';

const namespaces = readNamespaces();
const textsOf = (name: string, locale: string) => namespaces.find((one) => one.name === name)?.languages.get(locale);

it.each(LOCALES)('column, filter, overview and map call the usual states of servers the same in %s', (locale) => {
  const [servers, monitoring, nodes] = ['servers', 'monitoring', 'nodes'].map((name) => textsOf(name, locale));
  const statuses = { running: 'ACTIVE', stopped: 'SHUTOFF', errored: 'ERROR' };
  for (const [word, status] of Object.entries(statuses)) expect(servers?.get(`status.${status}`)).toBe(servers?.get(`word.${word}`));
  for (const word of Object.keys(STATUS_WORDS)) {
    const said = servers?.get(`word.${word}`);
    expect(said).toBeTruthy();
    expect(nodes?.get(`map.state.${word}`)).toBe(said);
    if (word !== 'other') expect(monitoring?.get(`states.${word}`)).toBe(said);
  }
});
