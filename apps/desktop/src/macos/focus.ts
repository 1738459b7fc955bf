import type { InsertionTarget, TextAround } from '@workspace/dictation/ports';
import { type Clock, withinLimit } from '@workspace/speech/clock';
import { type Accessibility, AccessibilityError } from './accessibility.ts';
import type { Application, Applications } from './applications.ts';
import type { OwnField } from './mac.ts';
import type { Address, Range } from './native-functions.ts';
import { targetKindOf } from './target-kinds.ts';
import { ACCESSIBILITY } from './tuning.ts';

/** Where the focus is, compared to a target. `secure`: it is where a password belongs. `refused`: the permission is missing. */
export type FocusState = 'same' | 'moved' | 'secure' | 'refused';

/** Of a text field into which secrets are typed, by `HIServices/AXRoleConstants.h`. */
const SECURE_FIELD = 'AXSecureTextField';
/** The same for what is searched for, and for a field of a table. */
const SEARCH_FIELD = 'AXSearchField';
const CELL = 'AXCell';

const LOW_SURROGATE_FIRST = /^[\uDC00-\uDFFF]/;
const HIGH_SURROGATE_LAST = /[\uD800-\uDBFF]$/;

/** The target if no program has the focus. */
const NOWHERE: InsertionTarget = { id: '', kind: 'unknown' };

export interface FocusParts {
  accessibility: Accessibility;
  applications: Applications;
  clock: Clock;
  /** Of this process, whose own windows can't be asked from another thread. */
  ownPid: number;
  /** What has the focus in those. */
  ownField(): Promise<OwnField>;
}

/** What is selected in a field, and where. */
export interface SelectionOfField {
  text: string;
  range: Range;
}

/** What was captured: a field, or only a program if the field can't be read. */
interface Target {
  application: Application;
  field: Field | undefined;
}

interface Field {
  element: Address;
  window: Address | undefined;
  role: string | undefined;
  isSecure: boolean;
  isSearch: boolean;
  isCell: boolean;
}

/** Which field has the focus, and what can be read of it. A field keeps its id as long as the system calls it the same. */
export class Focus {
  readonly #accessibility: Accessibility;
  readonly #applications: Applications;
  readonly #clock: Clock;
  readonly #ownPid: number;
  readonly #ownField: FocusParts['ownField'];
  /** By id, the one captured last at the end. */
  readonly #targets = new Map<string, Target>();
  #fieldCount = 0;

  constructor({ accessibility, applications, clock, ownPid, ownField }: FocusParts) {
    this.#accessibility = accessibility;
    this.#applications = applications;
    this.#clock = clock;
    this.#ownPid = ownPid;
    this.#ownField = ownField;
  }

  async capture(): Promise<InsertionTarget> {
    const front = this.#applications.frontmost();
    const element = await this.#readable(() => this.#readableElement(front));
    if (element === undefined) return front ? this.#captureProgram(front) : NOWHERE;
    const pid = this.#accessibility.pidOf(element);
    const application = pid === undefined ? front : this.#applications.withPid(pid);
    if (!application) {
      this.#accessibility.release(element);
      return NOWHERE;
    }
    return this.#captureField(application, element);
  }

  /** Whether a target still has the focus. */
  async check(id: string): Promise<FocusState> {
    const target = this.#targets.get(id);
    return target ? this.#keeping(target.field, () => this.#check(target)) : 'moved';
  }

  /** What can be read around the caret or the selection; undefined if nothing can. */
  async textAround(id: string): Promise<TextAround | undefined> {
    const field = this.#targets.get(id)?.field;
    if (!field || field.isSecure) return undefined;
    return this.#keeping(field, () => this.#textAround(field));
  }

  /** What is selected in a field; undefined if nothing is, or none of it can be read. `long`: it is longer than `maxUnits`. */
  async selection(id: string, maxUnits: number): Promise<SelectionOfField | 'secure' | 'long' | undefined> {
    const field = this.#targets.get(id)?.field;
    if (!field) return undefined;
    if (field.isSecure) return 'secure';
    return this.#keeping(field, async () => {
      const range = await this.#readable(() => this.#accessibility.selectedRange(field.element));
      if (!range || range.length === 0) return undefined;
      if (range.length > maxUnits) return 'long';
      const text =
        (await this.#readable(() => this.#accessibility.text(field.element, 'AXSelectedText'))) ??
        (await this.#readable(() => this.#accessibility.textOfRange(field.element, range)));
      return text ? { text, range } : undefined;
    });
  }

  /** Where the caret is; undefined if that can't be read, `silent` if the program doesn't answer at present. */
  async caret(id: string): Promise<Range | undefined | 'silent'> {
    const target = this.#targets.get(id);
    if (!target || target.application.pid === this.#ownPid) return undefined;
    try {
      if (target.field) return await this.#accessibility.selectedRange(target.field.element);
      // Asked only to see whether it answers.
      const element = await this.#accessibility.focusedElementOf(target.application.pid);
      if (element !== undefined) this.#accessibility.release(element);
      return undefined;
    } catch (error) {
      return isAccessibilityError(error) && error.kind === 'silent' ? 'silent' : undefined;
    }
  }

  /** The program in front, as rules name it; undefined if it is ours, or nameless. */
  get frontApp(): string | undefined {
    const front = this.#applications.frontmost();
    return front && this.#appOf(front).app;
  }

  applicationOf(id: string): Application | undefined {
    return this.#targets.get(id)?.application;
  }

  /** Forgets all targets. */
  close(): void {
    for (const id of [...this.#targets.keys()]) this.#forget(id);
  }

  /**
   * The element that has the focus; undefined if it can't be read, or is ours. The caller releases it. Rejects with an
   * `AccessibilityError` if the permission is missing.
   */
  async #readableElement(front: Application | undefined): Promise<Address | undefined> {
    if (!this.#accessibility.isTrusted() || front?.pid === this.#ownPid) return undefined;
    const element = await this.#focusedElement(front);
    if (element === undefined || this.#accessibility.pidOf(element) !== this.#ownPid) return element;
    this.#accessibility.release(element);
    return undefined;
  }

  async #textAround({ element, isSearch, isCell }: Field): Promise<TextAround | undefined> {
    const selected = await this.#readable(() => this.#accessibility.selectedRange(element));
    const before = selected && (await this.#readable(() => this.#textBefore(element, selected)));
    const after = selected && (await this.#readable(() => this.#textAfter(element, selected)));
    const field = isSearch ? 'search' : isCell ? 'cell' : undefined;
    if (before === undefined && field === undefined) return undefined;
    return {
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(field !== undefined && { field }),
    };
  }

  async #textBefore(element: Address, selected: Range): Promise<string | undefined> {
    if (selected.location === 0) return '';
    const location = Math.max(0, selected.location - ACCESSIBILITY.textUnits);
    const range = { location, length: selected.location - location };
    const text = await this.#accessibility.textOfRange(element, range);
    return text?.replace(LOW_SURROGATE_FIRST, '');
  }

  async #textAfter(element: Address, selected: Range): Promise<string | undefined> {
    const count = await this.#accessibility.number(element, 'AXNumberOfCharacters');
    if (count === undefined) return undefined;
    const location = selected.location + selected.length;
    const length = Math.min(count - location, ACCESSIBILITY.textUnits);
    if (length <= 0) return '';
    const text = await this.#accessibility.textOfRange(element, { location, length });
    return text?.replace(HIGH_SURROGATE_LAST, '');
  }

  async #focusedElement(front: Application | undefined): Promise<Address | undefined> {
    try {
      const element = await this.#accessibility.focusedElement();
      if (element !== undefined) return element;
    } catch (error) {
      if (!isAccessibilityError(error) || error.kind === 'refused') throw error;
      // It would have to wait for the same program once more.
      if (error.kind === 'silent') return undefined;
    }
    // Some programs name their focused element only when they are asked themselves.
    return front && this.#readable(() => this.#accessibility.focusedElementOf(front.pid));
  }

  #captureProgram(application: Application): InsertionTarget {
    const id = `program:${application.pid}`;
    this.#remember(id, { application, field: undefined });
    // In the app's own windows a line break is only a line break.
    const kind = application.pid === this.#ownPid ? 'multi-line' : targetKindOf(application.bundleId, undefined);
    return { id, kind, ...this.#appOf(application) };
  }

  async #captureField(application: Application, element: Address): Promise<InsertionTarget> {
    const role = await this.#readable(() => this.#accessibility.text(element, 'AXRole'));
    const isSecure = await this.#isSecure(element, role);
    const isSearch = (await this.#readable(() => this.#accessibility.text(element, 'AXSubrole'))) === SEARCH_FIELD;
    const isCell = role === CELL || (await this.#isInCell(element));
    const window = await this.#readable(() => this.#accessibility.element(element, 'AXWindow'));
    const known = [...this.#targets].find(
      ([, { field }]) => field && this.#accessibility.isSame(field.element, element),
    );
    this.#fieldCount += known ? 0 : 1;
    const id = known?.[0] ?? `field:${this.#fieldCount}`;
    this.#remember(id, { application, field: { element, window, role, isSecure, isSearch, isCell } });
    return { id, kind: targetKindOf(application.bundleId, role), ...this.#appOf(application) };
  }

  async #check(target: Target): Promise<FocusState> {
    let element: Address | undefined;
    try {
      element = await this.#readableElement(this.#applications.frontmost());
    } catch (error) {
      // The system may take a permission for given that the user has just taken back.
      if (isAccessibilityError(error)) return 'refused';
      throw error;
    }
    if (element === undefined) {
      const isOurs = target.application.pid === this.#ownPid;
      const ownState = isOurs ? await this.#ownState() : undefined;
      if (ownState && ownState !== 'same') return ownState;
      // Nothing more is known than which program is in front, after a wait that may have been long.
      const isInFront = this.#applications.frontmost()?.pid === target.application.pid;
      return isInFront ? unreadable(target) : 'moved';
    }
    try {
      return await this.#compare(target, element);
    } finally {
      this.#accessibility.release(element);
    }
  }

  /** Of our windows only a field takes text; a page that doesn't answer shows none. */
  async #ownState(): Promise<FocusState> {
    const asked = this.#ownField().catch(() => undefined);
    const field = await withinLimit(this.#clock, ACCESSIBILITY.callMs, asked);
    if (field === 'secure') return 'secure';
    return field === 'text' ? 'same' : 'moved';
  }

  async #compare({ application, field }: Target, element: Address): Promise<FocusState> {
    if (this.#accessibility.pidOf(element) !== application.pid) return 'moved';
    if (field && !this.#accessibility.isSame(field.element, element) && !(await this.#isReplacement(field, element))) {
      return 'moved';
    }
    const role = await this.#readable(() => this.#accessibility.text(element, 'AXRole'));
    return (await this.#isSecure(element, role)) || field?.isSecure ? 'secure' : 'same';
  }

  /**
   * Whether an element has replaced a captured one: that one is gone, and this one is of the same role in the same
   * window. Pages that draw themselves anew make new elements of their fields.
   */
  async #isReplacement(field: Field, element: Address): Promise<boolean> {
    if (field.window === undefined || field.role === undefined || !(await this.#isGone(field.element))) return false;
    const window = await this.#readable(() => this.#accessibility.element(element, 'AXWindow'));
    if (window === undefined) return false;
    const isSameWindow = this.#accessibility.isSame(field.window, window);
    this.#accessibility.release(window);
    return isSameWindow && (await this.#readable(() => this.#accessibility.text(element, 'AXRole'))) === field.role;
  }

  async #isGone(element: Address): Promise<boolean> {
    try {
      await this.#accessibility.text(element, 'AXRole');
      return false;
    } catch (error) {
      return isAccessibilityError(error) && error.kind === 'gone';
    }
  }

  /** Tables put a separate field into a cell that is being edited. */
  async #isInCell(element: Address): Promise<boolean> {
    const parent = await this.#readable(() => this.#accessibility.element(element, 'AXParent'));
    if (parent === undefined) return false;
    const role = await this.#readable(() => this.#accessibility.text(parent, 'AXRole'));
    this.#accessibility.release(parent);
    return role === CELL;
  }

  async #isSecure(element: Address, role: string | undefined): Promise<boolean> {
    if (role === SECURE_FIELD) return true;
    return (await this.#readable(() => this.#accessibility.text(element, 'AXSubrole'))) === SECURE_FIELD;
  }

  /** What is read of a program; undefined if it can't be asked. */
  async #readable<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (isAccessibilityError(error)) return undefined;
      throw error;
    }
  }

  /** Keeps what a field is known by until the work with it has ended: a capture meanwhile may let go of it. */
  async #keeping<T>(field: Field | undefined, work: () => Promise<T>): Promise<T> {
    const elements = [field?.element, field?.window].filter((element) => element !== undefined);
    for (const element of elements) this.#accessibility.retain(element);
    try {
      return await work();
    } finally {
      for (const element of elements) this.#accessibility.release(element);
    }
  }

  #appOf({ pid, bundleId }: Application): Pick<InsertionTarget, 'app'> {
    return bundleId === undefined || pid === this.#ownPid ? {} : { app: bundleId };
  }

  #remember(id: string, target: Target): void {
    this.#forget(id);
    this.#targets.set(id, target);
    const [oldest] = this.#targets.keys();
    if (oldest !== undefined && this.#targets.size > ACCESSIBILITY.keptTargets) this.#forget(oldest);
  }

  #forget(id: string): void {
    const field = this.#targets.get(id)?.field;
    this.#targets.delete(id);
    if (!field) return;
    this.#accessibility.release(field.element);
    if (field.window !== undefined) this.#accessibility.release(field.window);
  }
}

function unreadable({ field }: Target): FocusState {
  return field?.isSecure ? 'secure' : 'same';
}

function isAccessibilityError(error: unknown): error is AccessibilityError {
  return error instanceof AccessibilityError;
}
