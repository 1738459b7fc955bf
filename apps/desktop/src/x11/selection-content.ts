import type { Display } from './display.ts';

/** A selection's content in one format. */
export interface SelectionFormat {
  /** The atom used to request it, such as `UTF8_STRING`. */
  target: number;
  /** The atom of its type; usually the same. */
  type: number;
  /** Bits per unit of `data`. */
  format: 8 | 16 | 32;
  data: Buffer;
}

/** A selection's content in all formats, in its owner's order. Empty means the same as no owner. */
export type SelectionContent = readonly SelectionFormat[];

export const NOTHING: SelectionContent = [];

const ATOM_NAMES = {
  clipboard: 'CLIPBOARD',
  primary: 'PRIMARY',
  targets: 'TARGETS',
  timestamp: 'TIMESTAMP',
  multiple: 'MULTIPLE',
  atomPair: 'ATOM_PAIR',
  incremental: 'INCR',
  atom: 'ATOM',
  integer: 'INTEGER',
  utf8: 'UTF8_STRING',
  latin1: 'STRING',
  anyText: 'TEXT',
  plainText: 'text/plain',
  plainUtf8Text: 'text/plain;charset=utf-8',
  concealment: 'x-kde-passwordManagerHint',
  gtkEditor: 'GTK_TEXT_BUFFER_CONTENTS',
  transfer: '_SELECTION_TRANSFER',
  saveTargets: 'SAVE_TARGETS',
  delete: 'DELETE',
  insertSelection: 'INSERT_SELECTION',
  insertProperty: 'INSERT_PROPERTY',
} as const;

/** The atoms of the selection protocol. */
export type SelectionAtoms = Readonly<Record<keyof typeof ATOM_NAMES, number>>;

export async function selectionAtoms(display: Display): Promise<SelectionAtoms> {
  const atoms = Object.entries(ATOM_NAMES).map(async ([key, name]) => [key, await display.atom(name)] as const);
  return Object.fromEntries(await Promise.all(atoms)) as SelectionAtoms;
}

/**
 * Returns text in the formats that programs request, marked so that clipboard managers leave it out: the mark is the
 * one that password managers set.
 */
export function textContent(atoms: SelectionAtoms, text: string): SelectionContent {
  const utf8 = Buffer.from(text, 'utf8');
  return [
    { target: atoms.utf8, type: atoms.utf8, format: 8, data: utf8 },
    { target: atoms.plainUtf8Text, type: atoms.plainUtf8Text, format: 8, data: utf8 },
    { target: atoms.plainText, type: atoms.plainText, format: 8, data: utf8 },
    { target: atoms.anyText, type: atoms.utf8, format: 8, data: utf8 },
    { target: atoms.latin1, type: atoms.latin1, format: 8, data: toLatin1(text) },
    { target: atoms.concealment, type: atoms.concealment, format: 8, data: Buffer.from('secret') },
  ];
}

/** Whether a request for this target asks for the text itself. */
export function isText(atoms: SelectionAtoms, target: number): boolean {
  return [atoms.utf8, atoms.plainUtf8Text, atoms.plainText, atoms.anyText, atoms.latin1].includes(target);
}

/** Whether a target isn't a format of the content, but a question about it or a command to its owner. */
export function isMetaTarget(atoms: SelectionAtoms, target: number): boolean {
  return [
    atoms.targets,
    atoms.timestamp,
    atoms.multiple,
    atoms.saveTargets,
    atoms.delete,
    atoms.insertSelection,
    atoms.insertProperty,
  ].includes(target);
}

/** Encodes atoms or other numbers as the data of a property of format 32. */
export function toWords(values: readonly number[]): Buffer {
  return Buffer.from(Uint32Array.from(values).buffer);
}

export function fromWords(data: Buffer): number[] {
  return Array.from({ length: data.length >> 2 }, (_, index) => data.readUInt32LE(index * 4));
}

function toLatin1(text: string): Buffer {
  const characters = Array.from(text.normalize('NFC'), (character) =>
    character.codePointAt(0)! > 0xff ? '?' : character,
  );
  return Buffer.from(characters.join(''), 'latin1');
}
