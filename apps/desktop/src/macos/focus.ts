import type { InsertionTarget, TextAround } from '@workspace/dictation/ports';
import { type Clock, withinLimit } from '@workspace/speech/clock';
import { type Accessibility, AccessibilityError } from './accessibility.ts';
import type { Application, Applications } from './applications.ts';
import type { OwnField } from './mac.ts';
import type { Address, Range } from './native-functions.ts';
import { targetKindOf } from './target-kinds.ts';
import { ACCESSIBILITY } from './tuning.ts';

/** The focus compared to a target. `secure`: it is in a password field. `refused`: the permission is missing. */
export type FocusState = 'same' | 'moved' | 'secure' | 'refused';

/** Marks a text field for secrets, from `HIServices/AXRoleConstants.h`. */
const SECURE_FIELD = 'AXSecureTextField';
/** The same for a search field, and for a table cell. */
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
  /** This process, whose own windows can't be queried from another thread. */
  ownPid: number;
  /** What has the focus in those windows. */
  ownField(): Promise<OwnField>;
}

/** A field's selected text, and where it is. */
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

/** The focused field, and what can be read of it. A field keeps its id as long as the system considers it the same. */
export class Focus {
  readonly #accessibility: Accessibility;
  readonly #applications: Applications;
  readonly #clock: Clock;
  readonly #ownPid: number;
  readonly #ownField: FocusParts['ownField'];
  /** By id, most recently captured last. */
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

  /** Resolves with what can be read around the caret or selection; undefined if nothing can. */
  async textAround(id: string): Promise<TextAround | undefined> {
    const field = this.#targets.get(id)?.field;
    if (!field || field.isSecure) return undefined;
    return this.#keeping(field, () => this.#textAround(field));
  }

  /**
   * Resolves with a field's selection; undefined if nothing is selected, or it can't be read. `long`: it is longer than
   * `maxUnits`.
   */
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

  /** Resolves with the caret's position; undefined if it can't be read, `silent` if the program isn't answering. */
  async caret(id: string): Promise<Range | undefined | 'silent'> {
    const target = this.#targets.get(id);
    if (!target || target.application.pid === this.#ownPid) return undefined;
    try {
      if (target.field) return await this.#accessibility.selectedRange(target.field.element);
      // Queried only to see whether it answers.
      const element = await this.#accessibility.focusedElementOf(target.application.pid);
      if (element !== undefined) this.#accessibility.release(element);
      return undefined;
    } catch (error) {
      return isAccessibilityError(error) && error.kind === 'silent' ? 'silent' : undefined;
    }
  }

  /** The program in front, as rules name it; undefined if it is ours, or has no bundle identifier. */
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
   * Resolves with the focused element; undefined if it can't be read, or is ours. The caller releases it. Rejects with
   * an `AccessibilityError` if the permission is missing.
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
      // Another query would only wait for the same program again.
      if (error.kind === 'silent') return undefined;
    }
    // Some programs name their focused element only when queried directly.
    return front && this.#readable(() => this.#accessibility.focusedElementOf(front.pid));
  }

  #captureProgram(application: Application): InsertionTarget {
    const id = `program:${application.pid}`;
    this.#remember(id, { application, field: undefined });
    // In the app's own windows a line break is just a line break.
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
      // The system may still report a permission that the user has just revoked.
      if (isAccessibilityError(error)) return 'refused';
      throw error;
    }
    if (element === undefined) {
      const isOurs = target.application.pid === this.#ownPid;
      const ownState = isOurs ? await this.#ownState() : undefined;
      if (ownState && ownState !== 'same') return ownState;
      // All that is known is which program is in front now, after a wait that may have been long.
      const isInFront = this.#applications.frontmost()?.pid === target.application.pid;
      return isInFront ? unreadable(target) : 'moved';
    }
    try {
      return await this.#compare(target, element);
    } finally {
      this.#accessibility.release(element);
    }
  }

  /** Of our windows only a text field takes text; a page that doesn't answer counts as having none. */
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
   * Whether an element has replaced a captured one: the captured one is gone, and this one has the same role in the
   * same window. Pages that redraw themselves create new elements for their fields.
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

  /** Tables put a separate field into a cell while it is being edited. */
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

  /** Resolves with what `read` reads from a program; undefined if the program can't be queried. */
  async #readable<T>(read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (isAccessibilityError(error)) return undefined;
      throw error;
    }
  }

  /** Retains a field's elements until the work is done: a capture in the meantime may release them. */
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
