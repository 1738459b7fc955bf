import type { Address } from '../native-functions.ts';

interface CoreObject {
  kind: string;
  value: unknown;
  /** Infinite for the system's own objects. */
  owners: number;
}

/**
 * Core Foundation's and Objective-C's objects, as far as memory is concerned. An object lives while it has an owner;
 * using it after its last release is a crash (here an error, which is recorded: it must not be caught): Apple's Memory
 * Management Programming Guide for Core Foundation, "Ownership Policy". An object returned by a message lives until its
 * pool is drained: Apple's Advanced Memory Management Programming Guide, "Using Autorelease Pool Blocks".
 */
export class CoreObjects {
  readonly #objects = new Map<Address, CoreObject>();
  readonly #pools: Address[][] = [];
  /** What would have crashed the process. */
  readonly crashes: string[] = [];
  #nextAddress = 0x1000n;

  /** Creates an object owned by the caller: the guide's "Create Rule", and `alloc`. */
  create(kind: string, value: unknown): Address {
    return this.#add({ kind, value, owners: 1 });
  }

  /** Creates an object that belongs to the system and lives forever: constants, and what AppKit shares. */
  permanent(kind: string, value: unknown): Address {
    return this.#add({ kind, value, owners: Number.POSITIVE_INFINITY });
  }

  /** Creates an object that belongs to the innermost pool. */
  autoreleased(kind: string, value: unknown): Address {
    const pool = this.#pools.at(-1);
    if (!pool) this.#crash(`A message that gives a ${kind} was sent without a pool: it would never be released.`);
    const address = this.create(kind, value);
    pool.push(address);
    return address;
  }

  retain(address: Address): Address {
    this.#get(address).owners += 1;
    return address;
  }

  release(address: Address): void {
    const object = this.#get(address);
    object.owners -= 1;
    if (object.owners > 0) return;
    this.#objects.delete(address);
    if (object.kind === 'array') for (const member of object.value as Address[]) this.release(member);
  }

  pushPool(): Address {
    this.#pools.push([]);
    return BigInt(this.#pools.length);
  }

  popPool(pool: Address): void {
    if (pool !== BigInt(this.#pools.length)) this.#crash('The innermost pool is drained first.');
    for (const address of this.#pools.pop()!) this.release(address);
  }

  kindOf(address: Address): string {
    return this.#get(address).kind;
  }

  /** Returns the value of an object of that kind. */
  value<T>(address: Address, kind: string): T {
    const object = this.#get(address);
    if (object.kind !== kind) this.#crash(`A ${object.kind} was taken for a ${kind}.`);
    return object.value as T;
  }

  /** How many objects are still to be released. */
  get ownedCount(): number {
    return [...this.#objects.values()].filter(({ owners }) => Number.isFinite(owners)).length;
  }

  #add(object: CoreObject): Address {
    const address = this.#nextAddress;
    this.#nextAddress += 0x10n;
    this.#objects.set(address, object);
    return address;
  }

  #get(address: Address): CoreObject {
    const object = this.#objects.get(address);
    if (!object) this.#crash('An object was used after its last release.');
    return object;
  }

  #crash(reason: string): never {
    this.crashes.push(reason);
    throw new Error(reason);
  }
}
