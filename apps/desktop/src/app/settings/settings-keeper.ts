import type { Clock } from '@workspace/speech/clock';
import type { z } from 'zod';
import {
  type Settings,
  type SettingsChange,
  settingsChangeSchema,
  settingsSchema,
} from '../../ipc/settings-document.ts';
import { type DocumentStore, SavedDocument } from '../storage/saved-document.ts';

type Field = keyof SettingsChange;
const FIELDS = Object.keys(settingsChangeSchema.shape) as Field[];

export interface SettingsPorts {
  store: DocumentStore;
  clock: Clock;
  defaults: Settings;
}

/** The user's settings: read once, validated field by field, and saved on each change. */
export class SettingsKeeper {
  readonly #ports: SettingsPorts;
  readonly #document: SavedDocument<Settings>;
  readonly #listeners: Listeners;
  #rejected: Record<string, string> = {};
  /** What could not be read from the file, by path and reason. */
  readonly unreadable: readonly string[];

  private constructor(
    ports: SettingsPorts,
    document: SavedDocument<Settings>,
    listeners: Listeners,
    unreadable: readonly string[],
  ) {
    this.#ports = ports;
    this.#document = document;
    this.#listeners = listeners;
    this.unreadable = unreadable;
  }

  /**
   * Opens the settings. Whatever can't be read gets its default; the file is then set aside before it is written again.
   */
  static async open(ports: SettingsPorts): Promise<SettingsKeeper> {
    let unreadable: readonly string[] = [];
    const read = (stored: unknown) => {
      const settings = readSettings(stored, ports.defaults);
      unreadable = settings.unreadable;
      return settings;
    };
    const listeners: Listeners = new Set();
    const document = await SavedDocument.open(ports.store, ports.clock, read, () => notify(listeners));
    return new SettingsKeeper(ports, document, listeners, unreadable);
  }

  /** Adds a listener that is called whenever the settings or messages about them change. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get current(): Settings {
    return this.#document.value;
  }

  /** Why fields of the last changes were rejected, by path. */
  get rejected(): Readonly<Record<string, string>> {
    return this.#rejected;
  }

  get saveProblem(): string | null {
    return this.#document.saveProblem;
  }

  /** Accepts each valid field, and records why the others were rejected. */
  change(change: Record<string, unknown>): void {
    const taken: Record<string, unknown> = {};
    for (const field of FIELDS) {
      if (!(field in change)) continue;
      const result = check(field, change[field]);
      this.#rejected = Object.fromEntries(
        Object.entries(this.#rejected).filter(([path]) => path !== field && !path.startsWith(`${field}.`)),
      );
      if (result.success) taken[field] = result.data;
      else for (const { path, message } of result.error.issues) this.#rejected[[field, ...path].join('.')] = message;
    }
    this.#document.set({ ...this.current, ...taken });
    notify(this.#listeners);
  }

  /** Resets to the defaults. */
  reset(): void {
    this.#rejected = {};
    this.#document.set(this.#ports.defaults);
    notify(this.#listeners);
  }

  /** Saves unsaved changes. Resolves once that is done or has failed. */
  async flush(): Promise<void> {
    await this.#document.flush();
  }

  close(): void {
    this.#document.close();
  }
}

type Listeners = Set<() => void>;

function notify(listeners: Listeners): void {
  for (const listener of listeners) listener();
}

/** Returns the HUD's message about settings that could not be read, naming up to three; the others still apply. */
export function unreadableNotice(unreadable: readonly string[]): { title: string; detail: string } {
  const named = unreadable.slice(0, 3).join('; ');
  const more = unreadable.length > 3 ? `; and ${unreadable.length - 3} more` : '';
  return {
    title: 'Some settings couldn’t be read',
    detail: `${named}${more}. Their defaults are used; everything else is as you set it.`,
  };
}

/**
 * Reads stored settings: takes the valid fields, takes the valid entries of lists and records, and uses defaults for
 * the rest; `unreadable` names what was left out. Fields that only a later version of the app knows are preserved, so
 * that they survive a rollback. If the file's format version isn't ours, its valid parts are read, and the file is set
 * aside like a damaged one.
 */
export function readSettings(
  stored: unknown,
  defaults: Settings,
): { value: Settings; isIntact: boolean; unreadable: string[] } {
  if (stored === undefined) return { value: defaults, isIntact: true, unreadable: [] };
  if (!isRecord(stored)) return { value: defaults, isIntact: false, unreadable: [] };
  const unreadable: string[] = [];
  const value: Record<string, unknown> = { ...defaults };
  const { version } = stored;
  let isIntact = version === defaults.version;
  for (const field of FIELDS) {
    if (!Object.hasOwn(stored, field)) continue;
    const result = check(field, completed(stored[field], defaults[field]));
    if (result.success) value[field] = result.data;
    else {
      isIntact = false;
      unreadable.push(...result.error.issues.map(({ path, message }) => nameOf([field, ...path], message)));
      value[field] = readableEntries(field, stored[field], defaults[field]) ?? defaults[field];
    }
  }
  return { value: { ...stored, ...settingsSchema.parse(value) }, isIntact, unreadable };
}

/** Fills in a record's missing fields, which an earlier version of the app may not have known, with their defaults. */
function completed(stored: unknown, defaults: unknown): unknown {
  return isRecord(stored) && isRecord(defaults) ? { ...defaults, ...stored } : stored;
}

/** Formats a field's path as in code, followed by what is wrong with it. */
function nameOf(path: readonly PropertyKey[], message: string): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return `${name.slice(1)}: ${message.replace(/\.$/, '')}`;
}

/**
 * Returns the valid entries of a list or record, a record's merged over its defaults; undefined if it can't be read by
 * entry.
 */
function readableEntries(field: Field, stored: unknown, defaults: unknown): unknown {
  if (Array.isArray(stored)) {
    const entries = stored.map((entry) => readableEntry(field, entry));
    return firstOf(
      field,
      entries.filter((entry) => entry !== undefined),
    );
  }
  if (!isRecord(stored) || !isRecord(defaults)) return undefined;
  const isValid = (entry: Record<string, unknown>) => check(field, completed(entry, defaults)).success;
  const readable = Object.entries(stored).filter(([name, value]) => isValid({ [name]: value }));
  return check(field, completed(Object.fromEntries(readable), defaults)).data;
}

/** Returns a list's entry without its invalid fields; undefined if it isn't valid without them. */
function readableEntry(field: Field, entry: unknown): unknown {
  const { error } = check(field, [entry]);
  if (!error) return entry;
  if (!isRecord(entry)) return undefined;
  const invalid = new Set(error.issues.map(({ path }) => path[1]));
  const rest = Object.fromEntries(Object.entries(entry).filter(([name]) => !invalid.has(name)));
  return check(field, [rest]).success ? rest : undefined;
}

/** Returns as many entries as the list may have. */
function firstOf(field: Field, entries: readonly unknown[]): unknown {
  const { data, error } = check(field, entries);
  const tooBig = error?.issues.find(({ code, path }) => code === 'too_big' && path.length === 0);
  return tooBig?.code === 'too_big' ? check(field, entries.slice(0, Number(tooBig.maximum))).data : data;
}

function check(field: Field, value: unknown) {
  return settingsChangeSchema.shape[field].safeParse(value, { error: plainMessage });
}

/** Says what is wrong with a value if the schema itself doesn't; follows the field's name. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value')
    return `isn’t ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}.`;
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is missing.';
  return `isn’t ${KINDS[issue.expected] ?? 'of the right kind'}.`;
}

const KINDS: Record<string, string> = {
  boolean: 'true or false',
  string: 'a text',
  number: 'a number',
  array: 'a list',
  object: 'an object in { }',
  record: 'an object in { }',
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
