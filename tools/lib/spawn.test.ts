import { expect, it } from 'vitest';
import { runProgram } from './spawn.ts';

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // it has ended
  }
};
const script = (text: string, limit: number) => runProgram('/bin/sh', ['-c', text], { limit });

it('the runner of programs hands on exit code and output of a program that ends in time', async () => {
  expect(await script('echo said; echo wrong >&2; exit 3', 60_000)).toEqual({
    code: 3,
    stdout: 'said\n',
    stderr: 'wrong\n',
    cut: false,
    lingered: false,
  });
});

it('the runner of programs ends one that takes longer than it may, with what it has started', async () => {
  const { code, cut, stdout } = await script('sleep 600 & echo $!; wait', 300);
  expect({ code, cut }).toEqual({ code: 1, cut: true });
  await expect.poll(() => isThere(Number(stdout))).toBe(false);
});

it('the runner of programs does not wait for what a program leaves behind', async () => {
  const { code, stdout } = await script('sleep 600 & echo $!', 60_000);
  expect(code).toBe(0);
  await expect.poll(() => isThere(Number(stdout))).toBe(false);
});

it('the runner of programs ends one that has done its work and does not end by itself', async () => {
  let looks = 0;
  const isDone = () => (looks += 1) > 1;
  const { cut, lingered } = await runProgram('/bin/sh', ['-c', 'sleep 600'], { limit: 60_000, linger: { isDone, limit: 10 } });
  expect({ cut, lingered, looks }).toEqual({ cut: false, lingered: true, looks: 2 });
});
