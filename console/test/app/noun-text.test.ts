import { LOCALES } from '@gantry/contract/constants';
import i18next from 'i18next';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nounText, statusText } from '../../src/app/resource/noun-text.ts';
import { features } from '../../src/features/index.ts';
import { shared } from '../../src/features/nouns/shared.ts';
// Starts the languages.
import '../support/render.tsx';

const nouns = ['volumes', 'networks', 'key-pairs', 'flavors', 'volume-snapshots', 'vpn', 'floating-ips', 'users', 'nodes'];
const FRAME = { command: { create: '创建{{noun.one}}' }, add: { command: {} } };
const frames = import.meta.glob<object>('../../src/app/resource/texts/*.json', { eager: true, import: 'default' });

beforeAll(async () => {
  for (const language of LOCALES) {
    i18next.addResourceBundle(language, 'resource', frames[`../../src/app/resource/texts/${language}.json`]);
    for (const { noun, texts } of features.filter(({ noun: name }) => nouns.includes(name))) {
      const load = Object.entries(texts).find(([path]) => path.endsWith(`/${language}.json`))?.[1];
      i18next.addResourceBundle(language, noun, await load?.());
    }
  }
});
afterAll(() => i18next.changeLanguage('en'));

const said = async (language: string, noun: string, key: Parameters<typeof nounText>[2], values?: Record<string, unknown>) => {
  await i18next.changeLanguage(language);
  return nounText(i18next.t, noun, key, values);
};

it('a sentence of the frame keeps the grammar of its language: case, gender, number', async () => {
  expect(await said('en', 'volumes', 'list.empty-title')).toBe('No volumes');
  expect(await said('en', 'volumes', 'confirm.bulk-delete-title', { count: 1 })).toBe('Delete 1 volume?');
  expect(await said('de', 'networks', 'details.not-found-body')).toMatch(/^Es wurde gelöscht/);
  expect(await said('de', 'flavors', 'details.not-found-body')).toMatch(/^Sie wurde gelöscht/);
  expect(await said('es', 'networks', 'details.not-found')).toBe('No se encontró la red');
  expect(await said('pt', 'networks', 'details.not-found')).toBe('Rede não encontrada');
  expect(await said('ru', 'networks', 'list.empty-title')).toBe('Нет сетей');
  expect(await said('ru', 'networks', 'confirm.bulk-delete-title', { count: 3 })).toBe('Удалить 3 сети?');
  expect(await said('ar', 'volumes', 'confirm.bulk-delete-title', { count: 2 })).toBe('هل تريد حذف وحدتي تخزين؟');
  expect(await said('ar', 'volume-snapshots', 'confirm.bulk-delete-title', { count: 3 })).toBe('هل تريد حذف 3 لقطات وحدات تخزين؟');
  expect(await said('ar', 'volumes', 'confirm.bulk-delete-title', { count: 1 })).toBe('هل تريد حذف وحدة تخزين واحدة؟');
  expect(await said('ar', 'flavors', 'confirm.bulk-delete-title', { count: 11 })).toBe('هل تريد حذف 11 حجمًا؟');
  expect(await said('ja', 'key-pairs', 'confirm.bulk-delete-title', { count: 2 })).toBe('2 個の SSH 鍵を削除しますか？');
  expect(await said('tr', 'volumes', 'title.add')).toBe('Birim oluştur');
  expect(await said('zh', 'key-pairs', 'list.empty-title')).toBe('没有 SSH 密钥');
  expect(await said('zh', 'volumes', 'list.empty-title')).toBe('没有卷');
});

it('names of nouns in Latin letters stand apart from Chinese and Japanese letters, and from nothing else', async () => {
  expect(await said('zh', 'vpn', 'title.add')).toBe('创建 VPN 连接');
  expect(await said('zh', 'vpn', 'title.list')).toBe('VPN 连接');
  expect(await said('zh', 'vpn', 'list.filters')).toBe('筛选条件：VPN 连接');
  expect(await said('zh', 'floating-ips', 'confirm.bulk-delete-title', { count: 3 })).toBe('要删除 3 个浮动 IP 吗？');
  expect(await said('zh', 'volumes', 'confirm.bulk-delete-title', { count: 3 })).toBe('要删除 3 个卷吗？');
  expect(await said('ja', 'key-pairs', 'list.filters')).toBe('フィルター: SSH 鍵');
  expect(await said('ja', 'floating-ips', 'confirm.bulk-delete-title', { count: 2 })).toBe('2 個のフローティング IP を削除しますか？');
  expect(await said('ja', 'floating-ips', 'title.list')).toBe('フローティング IP');
  expect(shared({ '../key-pairs/texts/zh.json': { noun: { one: 'SSH 密钥', many: 'SSH 密钥' } } }, FRAME, 'zh')).toMatchObject({
    menu: { 'key-pairs': { list: 'SSH 密钥' } },
    command: { key_pair: { create: '创建 SSH 密钥' } },
  });
});

it('several things are counted in the forms of their noun, not only in those of the frame', async () => {
  const counted = async (language: string, noun: string, count: number) => said(language, noun, 'confirm.bulk-delete-title', { count });
  expect(await counted('ru', 'floating-ips', 2)).toBe('Удалить 2 плавающих IP?');
  expect(await counted('ru', 'nodes', 3)).toBe('Удалить 3 вычислительных узла?');
  expect(await counted('ar', 'users', 11)).toBe('هل تريد حذف 11 مستخدمًا؟');
  expect(await counted('ja', 'users', 2)).toBe('2 人のユーザーを削除しますか？');
  expect(await said('ar', 'users', 'list.empty-title')).toBe('لا يوجد مستخدمون');
});

it('an SSH key is added, not created, and several things are deleted with the words for one', async () => {
  expect([await said('en', 'key-pairs', 'title.add'), await said('en', 'key-pairs', 'submit')]).toEqual(['Add SSH key', 'Add']);
  expect([await said('ru', 'key-pairs', 'title.add'), await said('ru', 'flavors', 'title.add')]).toEqual([
    'Добавить ключ SSH',
    'Создать тип ВМ',
  ]);
  expect(await said('en', 'key-pairs', 'confirm.bulk-delete-body')).toBe(await said('en', 'key-pairs', 'confirm.delete-body'));
});

it('a status reads alike however the cloud spells it, and in the gender of its noun', async () => {
  const word = async (language: string, noun: string, status: string) => {
    await i18next.changeLanguage(language);
    return statusText(i18next.t, noun, status);
  };
  expect(await word('en', 'volumes', 'in-use')).toBe('In use');
  expect(await word('en', 'volumes', 'error_managing')).toBe('Error');
  expect(await word('en', 'volumes', 'brand_new')).toBe('Unknown status: brand_new');
  expect([await word('ru', 'networks', 'ACTIVE'), await word('ru', 'volumes', 'active')]).toEqual(['Активна', 'Активен']);
  expect([await word('ru', 'vpn', 'ACTIVE'), await word('ar', 'networks', 'DOWN')]).toEqual(['Активно', 'متوقفة']);
});

it.each(LOCALES)('every sentence of every noun is whole in %s', async (language) => {
  for (const noun of nouns)
    for (const key of [
      'title.list',
      'title.add',
      'title.details',
      'list.filters',
      'list.empty-title',
      'details.not-found',
      'submit',
    ] as const) {
      const text = await said(language, noun, key);
      expect(text, `${noun} ${key}`).not.toMatch(/\{\{|undefined|resource:|^$/);
    }
});

it('the nouns that the frame speaks for are features of the console', () => {
  expect(features.map(({ noun }) => noun)).toEqual(expect.arrayContaining(nouns));
});

it('a sentence that has been said once is another as soon as the texts of its noun, those of the frame or the language are', async () => {
  const own = i18next.getResourceBundle('en', 'volumes') as object;
  const frame = i18next.getResourceBundle('en', 'resource') as object;
  const word = async (language: string) => [
    await said(language, 'volumes', 'list.empty-title'),
    statusText(i18next.t, 'volumes', 'in-use'),
  ];
  const before = await word('en');
  expect(before).toEqual(['No volumes', 'In use']);
  expect(await word('de')).not.toEqual(before);
  i18next.addResourceBundle('en', 'volumes', { noun: { one: 'disk', many: 'disks' } });
  expect(await word('en')).toEqual(['No disks', 'In use']);
  i18next.addResourceBundle('en', 'resource', { list: { 'empty-title': 'None of the {{noun.many}}' } });
  expect((await word('en'))[0]).toBe('None of the disks');
  i18next.addResourceBundle('en', 'volumes', own);
  i18next.addResourceBundle('en', 'resource', frame);
  expect(await word('en')).toEqual(before);
});
