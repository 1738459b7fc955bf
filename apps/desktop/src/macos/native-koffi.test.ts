import koffi from 'koffi';
import { describe, expect, it, vi } from 'vitest';
import type { NativeFunctions } from './native-functions.ts';
import { bindNativeFunctions, type LoadLibrary } from './native-koffi.ts';
import { FakeMac } from './testing/fake-mac.ts';

/** Libraries that have every function: koffi parses the signatures, and nothing is called. */
function bindWithoutLibraries() {
  const paths: string[] = [];
  const signatures: string[] = [];
  const load = ((path: string) => {
    paths.push(path);
    return {
      func: (definition: string) => {
        signatures.push(definition);
        // Under a unique name: koffi keeps the names of all prototypes.
        koffi.proto(definition.replace(/(\w+)\(/, `$1_${signatures.length}(`));
        return Object.assign(vi.fn(), { async: vi.fn() });
      },
      symbol: () => koffi.alloc('void *', 1),
    };
  }) as unknown as LoadLibrary;
  return { native: bindNativeFunctions(koffi, load), paths, signatures };
}

const { native, paths, signatures } = bindWithoutLibraries();

describe('The native binding', () => {
  it('has signatures that koffi can parse, for every function of the interface', () => {
    expect(Object.keys(native).sort()).toEqual(Object.keys(new FakeMac().native).sort());
    // Minus the constants and `eventTapCallback`, which aren't functions of the system.
    expect(signatures.length).toBe(Object.keys(native).length - 2);
  });

  it('loads only system libraries, by their full paths', () => {
    for (const path of paths) expect(path).toMatch(/^\/(System\/Library\/Frameworks|usr\/lib)\//);
  });

  it('binds each function under its own name, except the variants of objc_msgSend', () => {
    const names = signatures.map((signature) => /(\w+)\(/.exec(signature)?.[1]);
    const bound = Object.keys(native).map((name) => (name.startsWith('sendFor') ? 'objc_msgSend' : name));
    expect(names.toSorted()).toEqual(
      bound.filter((name) => name !== 'constants' && name !== 'eventTapCallback').toSorted(),
    );
  });

  it('has no function that changes anything in another program', () => {
    expect(signatures.filter((signature) => /SetAttributeValue|PerformAction/.test(signature))).toEqual([]);
  });

  it('queries other programs off the main thread', async () => {
    const asked: unknown[][] = [];
    const load = (() => ({
      func: (definition: string) => {
        if (!definition.includes('CopyAttributeValue')) return Object.assign(vi.fn(), { async: vi.fn() });
        const onMainThread = () => {
          throw new Error('It was called on the main thread.');
        };
        const async = (...parameters: unknown[]) => {
          const done = parameters.pop() as (error: Error | null, result: number) => void;
          asked.push(parameters);
          done(null, -25204);
        };
        return Object.assign(onMainThread, { async });
      },
      symbol: () => koffi.alloc('void *', 1),
    })) as unknown as LoadLibrary;
    const once = { struct: vi.fn(), decode: vi.fn() } as unknown as typeof koffi;
    const functions: NativeFunctions = bindNativeFunctions(once, load);
    expect(await functions.AXUIElementCopyAttributeValue(1n, 2n, [null])).toBe(-25204);
    expect(asked).toEqual([[1n, 2n, [null]]]);
  });
});
