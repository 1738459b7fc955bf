import { FakeClock } from '@workspace/speech/testing/fake-clock';
import type { OwnField } from '../mac.ts';
import type { Address, AddressPlace, NativeFunctions, Range } from '../native-functions.ts';
import { CoreObjects } from './core-objects.ts';
import { FakeAudio } from './fake-audio.ts';
import { type Content, FakePasteboard } from './fake-pasteboard.ts';
import { FakeField, FakeProgram } from './fake-programs.ts';
import { LAYOUTS, type LayoutName } from './keyboard-tables.ts';

export const OWN_PID = 7;

/** HIServices/AXValue.h, `kAXValueTypeCFRange`. */
const WHOLE_NUMBER_TYPE = 4;
const RANGE_TYPE = 4;
const TYPE_IDS = ['string', 'number', 'data', 'array', 'element', 'range', 'input source'];
/**
 * HIServices/AXError.h: `kAXErrorInvalidUIElement`, `…CannotComplete`, `…AttributeUnsupported`, `…APIDisabled`, `…NoValue`.
 * HIServices/AXUIElement.h says what gives which.
 */
const AX = { success: 0, gone: -25202, cannotComplete: -25204, unsupported: -25205, disabled: -25211, noValue: -25212 };
const ILLEGAL_ARGUMENT = -25201;
/** HIServices/AXUIElement.h mentions a default, but not its length. Assumed, see docs/verification.md, "On a Mac". */
const DEFAULT_TIMEOUT_MS = 6_000;
/** CoreGraphics/CGEventTypes.h, `kCGEventFlagMask…`. `NOT_COALESCED` is in all flags: assumed, as above. */
const FLAGS = { shift: 0x2_0000, control: 0x4_0000, option: 0x8_0000, command: 0x10_0000 };
const NOT_COALESCED = 0x100;
/** CarbonCore/MacErrors.h, `kUCOutputBufferTooSmall`. */
const BUFFER_TOO_SMALL = -25340;
const SYMBOLS = { control: '⌃', option: '⌥', shift: '⇧', command: '⌘' };

interface FakeWindow {
  window: string;
  program: FakeProgram;
}

/** What an element represents; `nobody`: a process that doesn't exist. */
type Element = 'everything' | 'nobody' | FakeProgram | FakeField | FakeWindow;

/** `of`: the change count of the pasteboard contents that it is part of; undefined if it was only created. */
interface PasteboardItem {
  content: Map<string, Content>;
  of: number | undefined;
}

/** CoreGraphics/CGEventTypes.h: the fields of an event that a tap reads. */
export interface TappedEvent {
  flags?: number;
  keyCode?: number;
  button?: number;
  process?: number;
}

interface KeyEvent {
  keyCode: number;
  isDown: boolean;
  flags: number;
  text: string | undefined;
}

/**
 * A Mac in memory: its programs, keyboard and pasteboard, and the functions through which the app reaches them. They
 * follow Apple's headers, each named above its functions. What is marked "assumed" is in no document: see
 * docs/verification.md, "On a Mac".
 */
export class FakeMac {
  readonly clock = new FakeClock();
  readonly pasteboard = new FakePasteboard();
  readonly objects = new CoreObjects();
  readonly audio = new FakeAudio(this.objects, this.clock);
  readonly programs: FakeProgram[] = [];
  /** The program whose menu bar is shown. */
  front: FakeProgram | undefined;
  /**
   * A program that gets the keys though it isn't in front, like Spotlight. Assumed: AppKit/NSWorkspace.h gives the keys
   * to the frontmost one.
   */
  panel: FakeProgram | undefined;
  /** What has the focus in the app's own windows. */
  ownField: OwnField = 'text';
  isTrusted = true;
  /** Since macOS 14 a program becomes active only if the active one yields. */
  isActivationCooperative = true;
  /** The permission is gone but still reported as granted. Assumed. */
  isTrustStale = false;
  isSecureInputOn = false;
  /**
   * Secure Input withholds keys sent by programs from the one in front. Apple's TN2150 only says that programs can't
   * watch keys; that keys they send vanish was reported (vorssaint/vorssaint-utils#937): assumed.
   */
  dropsKeysUnderSecureInput = true;
  isInputMethodOn = false;
  layout: LayoutName = 'qwerty';
  asciiLayout: LayoutName = 'qwerty';
  readonly keysDown = new Set<number>();
  readonly modifiersDown = new Set<keyof typeof FLAGS>();
  /** How many queries are waiting for programs in threads right now, the most at once, and the total. */
  questions = { now: 0, most: 0, total: 0 };
  /** Programs that hang ignore even the time limit. Assumed. */
  isLimitIgnored = false;
  makesEvents = true;
  readonly buttonsDown = new Set<number>();
  tap: { port: Address; mask: number; callback: Address; isOn: boolean; isScheduled: boolean } | undefined;
  readonly native: NativeFunctions;
  readonly #tapCallbacks = new Map<Address, (type: number, event: Address) => Address | null>();
  #timeoutMs = DEFAULT_TIMEOUT_MS;
  #yieldedTo: FakeProgram | undefined;

  constructor() {
    this.native = this.#functions();
  }

  /** Sends an event on its way to the programs. Returns whether they get it. */
  pass(type: number, event: TappedEvent = {}): boolean {
    const { tap } = this;
    const isWanted = type > 31 || (tap && (tap.mask & (1 << type)) !== 0);
    if (!tap?.isScheduled || !isWanted || (type <= 31 && !tap.isOn)) return true;
    const address = this.objects.create('tapped event', event);
    const passed = this.#tapCallbacks.get(tap.callback)?.(type, address) === address;
    this.objects.release(address);
    return passed;
  }

  /** Starts a program with a field, and brings it to the front. */
  open({
    bundleId = 'com.apple.TextEdit' as string | undefined,
    field = new FakeField() as FakeField | undefined,
    pid = 100 + this.programs.length,
  } = {}): FakeProgram {
    const program = new FakeProgram(this.clock, { pid, bundleId, focused: field });
    this.programs.push(program);
    this.front = program;
    return program;
  }

  get #keyProgram(): FakeProgram | undefined {
    return this.panel ?? this.front;
  }

  #functions(): NativeFunctions {
    const { objects } = this;
    const tables = new Map(
      (Object.keys(LAYOUTS) as LayoutName[]).map((name) => [name, objects.permanent('data', LAYOUTS[name])]),
    );
    const names = new Map(
      (Object.keys(LAYOUTS) as LayoutName[]).map((name) => [name, objects.permanent('string', `layout.${name}`)]),
    );
    const constants = {
      kCFTypeArrayCallBacks: objects.permanent('callbacks', undefined),
      kCFRunLoopCommonModes: objects.permanent('string', 'common modes'),
      kTISPropertyInputSourceID: objects.permanent('string', 'id'),
      kTISPropertyInputSourceType: objects.permanent('string', 'type'),
      kTISPropertyUnicodeKeyLayoutData: objects.permanent('string', 'data'),
      kTISTypeKeyboardLayout: objects.permanent('string', 'layout'),
    };
    const inputMethod = objects.permanent('string', 'input method');
    const string = (address: Address) => objects.value<string>(address, 'string');
    const element = (address: Address) => objects.value<Element>(address, 'element');
    return {
      // CoreFoundation: CFBase.h, CFString.h (UTF-16 units), CFData.h, CFArray.h. Ownership: `CoreObjects`.
      CFRetain: (object) => objects.retain(object),
      CFRelease: (object) => objects.release(object),
      CFEqual: (one, other) =>
        objects.kindOf(one) === 'element' ? isSameElement(element(one), element(other)) : string(one) === string(other),
      CFGetTypeID: (object) => TYPE_IDS.indexOf(objects.kindOf(object)),
      // CFNumber.h: false if the conversion lost information.
      CFNumberGetTypeID: () => TYPE_IDS.indexOf('number'),
      CFNumberGetValue: (number, type, place) => {
        if (type !== WHOLE_NUMBER_TYPE) return false;
        place[0] = objects.value<number>(number, 'number');
        return true;
      },
      CFStringGetTypeID: () => TYPE_IDS.indexOf('string'),
      CFStringCreateWithCharacters: (_, characters, length) =>
        objects.create('string', String.fromCharCode(...characters.subarray(0, length))),
      CFStringGetLength: (address) => string(address).length,
      CFStringGetCharacters: (address, { location, length }, buffer) => {
        for (let index = 0; index < length; index += 1) buffer[index] = string(address).charCodeAt(location + index);
      },
      CFDataCreate: (_, bytes, length) => objects.create('data', bytes.slice(0, length)),
      CFDataGetLength: (data) => objects.value<Uint8Array>(data, 'data').length,
      CFDataGetBytes: (data, { location, length }, buffer) =>
        buffer.set(objects.value<Uint8Array>(data, 'data').subarray(location, location + length)),
      CFDataGetBytePtr: (data) => data,
      CFArrayCreateMutable: () => objects.create('array', []),
      // CFArray.h: the array retains its values with `kCFTypeArrayCallBacks`; beyond its end, anything may happen.
      CFArrayAppendValue: (array, value) => {
        objects.value<Address[]>(array, 'array').push(objects.retain(value));
      },
      CFArrayGetCount: (array) => objects.value<Address[]>(array, 'array').length,
      CFArrayGetValueAtIndex: (array, index) => {
        const member = objects.value<Address[]>(array, 'array')[index];
        if (member === undefined) throw new Error('The array index is out of bounds.');
        return member;
      },

      // CoreGraphics/CGEventSource.h: state of keys and modifiers. That keys read as up without Accessibility: assumed.
      CGEventSourceKeyState: (_, keyCode) => this.isTrusted && this.keysDown.has(keyCode),
      CGEventSourceFlagsState: () =>
        [...this.modifiersDown].reduce((flags, name) => flags | FLAGS[name], NOT_COALESCED),
      CGEventSourceCreate: (state) => objects.create('event source', state),
      CGEventSourceSetLocalEventsSuppressionInterval: (source) => void objects.value(source, 'event source'),
      CGEventCreateKeyboardEvent: (source, keyCode, isDown) => {
        // CoreGraphics/CGEventSource.h: a source of `kCGEventSourceStatePrivate` has its own state. That a new event
        // takes its flags from its source's state: assumed. CGEvent.h: null if none can be created.
        const isPrivate = objects.value<number>(source, 'event source') === -1;
        const flags = isPrivate ? 0 : Number(this.native.CGEventSourceFlagsState(1));
        const event: KeyEvent = { keyCode, isDown, flags, text: undefined };
        return this.makesEvents ? objects.create('event', event) : null;
      },
      CGEventSetFlags: (event, flags) => {
        objects.value<KeyEvent>(event, 'event').flags = flags;
      },
      CGEventKeyboardSetUnicodeString: (event, length, text) => {
        // CGEvent.h: the text replaces what the key types. That only twenty units fit: assumed.
        const units = text.subarray(0, Math.min(length, 20));
        objects.value<KeyEvent>(event, 'event').text = String.fromCharCode(...units);
      },
      CGEventSourceButtonState: (_, button) => this.buttonsDown.has(button),
      CGEventGetFlags: (event) => objects.value<TappedEvent>(event, 'tapped event').flags ?? NOT_COALESCED,
      CGEventGetIntegerValueField: (event, field) => {
        // CGEventTypes.h: `kCGMouseEventButtonNumber`, `kCGKeyboardEventKeycode`, `kCGEventSourceUnixProcessID`, which is 0
        // for the hardware: assumed.
        const { button, keyCode, process } = objects.value<TappedEvent>(event, 'tapped event');
        return { 3: button, 9: keyCode, 41: process }[field] ?? 0;
      },
      // CGEvent.h: null if none of the events is allowed. That a filter needs only Accessibility: assumed.
      CGEventTapCreate: (tap, place, options, mask, callback) => {
        if (!this.isTrusted || tap !== 1 || place !== 0 || options !== 0) return null;
        const port = objects.create('tap', undefined);
        this.tap = { port, mask, callback, isOn: false, isScheduled: false };
        return port;
      },
      CGEventTapEnable: (_, isOn) => {
        if (this.tap) this.tap.isOn = isOn;
      },
      CFMachPortCreateRunLoopSource: (_, port) => objects.create('source', port),
      CFMachPortInvalidate: () => {
        this.tap = undefined;
      },
      CFRunLoopGetMain: () => constants.kCFRunLoopCommonModes,
      CFRunLoopAddSource: () => {
        if (this.tap) this.tap.isScheduled = true;
      },
      CFRunLoopRemoveSource: () => {
        if (this.tap) this.tap.isScheduled = false;
      },
      eventTapCallback: (callback) => {
        const address = objects.permanent('callback', callback);
        this.#tapCallbacks.set(address, callback);
        return address;
      },
      CGEventPost: (_, event) => this.#post({ ...objects.value<KeyEvent>(event, 'event') }),

      // HIToolbox/TextInputSources.h: the caller owns sources, but not their properties ("Get" rule).
      TISCopyCurrentKeyboardInputSource: () =>
        objects.create('input source', { name: this.layout, isMethod: this.isInputMethodOn }),
      TISCopyCurrentKeyboardLayoutInputSource: () => objects.create('input source', { name: this.layout }),
      TISCopyCurrentASCIICapableKeyboardLayoutInputSource: () =>
        objects.create('input source', { name: this.asciiLayout }),
      TISGetInputSourceProperty: (source, property) => {
        const { name, isMethod } = objects.value<{ name: LayoutName; isMethod?: boolean }>(source, 'input source');
        if (property === constants.kTISPropertyInputSourceID) return isMethod ? inputMethod : names.get(name)!;
        // Null for a source that isn't a keyboard layout.
        if (property === constants.kTISPropertyUnicodeKeyLayoutData) return isMethod ? null : tables.get(name)!;
        return isMethod ? inputMethod : constants.kTISTypeKeyboardLayout;
      },
      // CarbonCore/LowMem.h.
      LMGetKbdType: () => 40,
      // developer.apple.com/documentation/coreservices/1390584-uckeytranslate: modifiers are Carbon's, shifted by eight
      // bits; text and length are written if there is room, otherwise the status says so.
      UCKeyTranslate: (table, keyCode, _action, modifiers, _type, _options, _dead, maxLength, length, text) => {
        const characters = objects.value<(typeof LAYOUTS)['qwerty']>(table, 'data').characters(keyCode, modifiers);
        if (characters.length > maxLength) return BUFFER_TOO_SMALL;
        length[0] = characters.length;
        for (let index = 0; index < length[0]; index += 1) text[index] = characters.charCodeAt(index);
        return 0;
      },
      // HIToolbox/CarbonEventsCore.h: whichever process has it on.
      IsSecureEventInputEnabled: () => this.isSecureInputOn,

      // HIServices/AXUIElement.h, AXValue.h.
      AXIsProcessTrusted: () => this.isTrusted,
      AXUIElementCreateSystemWide: () => objects.create('element', 'everything'),
      AXUIElementCreateApplication: (pid) =>
        objects.create('element', this.programs.find((program) => program.pid === pid) ?? 'nobody'),
      // For the whole process with the system-wide element, otherwise for one element (not modeled); 0 is the default.
      AXUIElementSetMessagingTimeout: (address, seconds) => {
        if (seconds < 0) return ILLEGAL_ARGUMENT;
        const isForAll = element(address) === 'everything';
        if (isForAll) this.#timeoutMs = seconds === 0 ? DEFAULT_TIMEOUT_MS : Math.fround(seconds) * 1_000;
        return AX.success;
      },
      AXUIElementGetTypeID: () => TYPE_IDS.indexOf('element'),
      AXUIElementGetPid: (address, pid) => {
        const program = this.#programOf(element(address));
        if (!program) return AX.gone;
        pid[0] = program.pid;
        return AX.success;
      },
      AXUIElementCopyAttributeValue: (address, attribute, place) =>
        this.#ask([address, attribute], place, () => this.#attribute(element(address), string(attribute))),
      AXUIElementCopyParameterizedAttributeValue: (address, attribute, parameter, place) =>
        this.#ask([address, attribute, parameter], place, () =>
          this.#textOfRange(element(address), string(attribute), objects.value<Range>(parameter, 'range')),
        ),
      AXValueGetTypeID: () => TYPE_IDS.indexOf('range'),
      AXValueCreate: (_, range) => objects.create('range', { ...range }),
      AXValueGetValue: (value, type, place) => {
        // False if the value is of another type than requested.
        if (type !== RANGE_TYPE) return false;
        Object.assign(place, objects.value<Range>(value, 'range'));
        return true;
      },

      ...this.audio.functions,
      ...this.#objectiveC(),
      constants,
    };
  }

  /**
   * AppKit: NSPasteboard.h, NSPasteboardItem.h, NSWorkspace.h, NSRunningApplication.h. A message that an object doesn't
   * know ends the process, as in Objective-C's runtime.
   */
  #objectiveC() {
    const { objects, pasteboard } = this;
    const classes = new Map<string, Address>();
    const selectors = new Map<string, Address>();
    const general = objects.permanent('pasteboard', undefined);
    const workspace = objects.permanent('workspace', undefined);
    const application = objects.permanent('application', undefined);
    const text = (value: string) => objects.autoreleased('string', value);
    const array = (members: Address[]) =>
      objects.autoreleased(
        'array',
        members.map((member) => objects.retain(member)),
      );
    const item = (address: Address) => objects.value<PasteboardItem>(address, 'item');
    const itemOf = (content: ReadonlyMap<string, Content>): PasteboardItem => ({
      content: new Map(content),
      of: pasteboard.changeCount,
    });
    const isStale = ({ of }: PasteboardItem) => of !== undefined && of !== pasteboard.changeCount;
    const program = (found: FakeProgram | undefined) => (found ? objects.autoreleased('program', found) : null);
    const send = (receiver: Address, selector: Address, ...parameters: (Address | number)[]): unknown => {
      const message = objects.value<string>(selector, 'selector');
      const kind = objects.kindOf(receiver);
      const name = kind === 'class' ? objects.value<string>(receiver, 'class') : kind;
      const [first, second] = parameters as [Address, Address];
      switch (`${name} ${message}`) {
        case 'NSPasteboard generalPasteboard':
          return general;
        case 'pasteboard changeCount':
          return pasteboard.changeCount;
        case 'pasteboard respondsToSelector:':
          return objects.value(first, 'selector') !== 'accessBehavior' || pasteboard.accessBehavior !== undefined;
        // developer.apple.com/documentation/appkit/nspasteboard/accessbehavior-86972: since macOS 15.4.
        case 'pasteboard accessBehavior':
          if (pasteboard.accessBehavior === undefined) throw new Error('unrecognized selector: accessBehavior');
          return pasteboard.accessBehavior;
        case 'pasteboard clearContents':
          return pasteboard.clear();
        // NSPasteboard.h: like clearContents, and with NSPasteboardContentsCurrentHostOnly (1) not for other devices.
        case 'pasteboard prepareForNewContentsWithOptions:':
          pasteboard.clear();
          pasteboard.isOffered = ((parameters[0] as number) & 1) === 0;
          return pasteboard.changeCount;
        case 'pasteboard pasteboardItems':
          return array(pasteboard.items.map((content) => objects.autoreleased('item', itemOf(content))));
        // NO if the items were not added; an exception for items that are already on a pasteboard (NSPasteboardItem.h).
        case 'pasteboard writeObjects:': {
          if (pasteboard.isRefusing) return false;
          const members = objects.value<Address[]>(first, 'array').map(item);
          if (members.some(({ of }) => of !== undefined)) throw new Error('The item is already on a pasteboard.');
          for (const member of members) member.of = pasteboard.changeCount;
          pasteboard.items = members.map(({ content }) => new Map(content));
          return true;
        }
        case 'NSPasteboardItem alloc':
          return objects.create('item', { content: new Map(), of: undefined } satisfies PasteboardItem);
        case 'item init':
          return receiver;
        // NSPasteboardItem.h: nil once another program has taken the pasteboard. That types need no permission:
        // assumed.
        case 'item types':
          return isStale(item(receiver)) ? null : array([...item(receiver).content.keys()].map(text));
        case 'item dataForType:': {
          if (isStale(item(receiver))) return null;
          const bytes = pasteboard.read(item(receiver).content.get(objects.value<string>(first, 'string')));
          return bytes ? objects.autoreleased('data', bytes) : null;
        }
        case 'item setData:forType:': {
          const bytes = objects.value<Uint8Array>(first, 'data').slice();
          item(receiver).content.set(objects.value<string>(second, 'string'), bytes);
          return true;
        }
        case 'NSWorkspace sharedWorkspace':
          return workspace;
        // Null if no program is in front, no program has that process id, or the program has no Info.plist.
        case 'workspace frontmostApplication':
          return program(this.front);
        case 'NSApplication sharedApplication':
          return application;
        case 'application respondsToSelector:':
          return this.isActivationCooperative;
        // NSApplication.h, macOS 14: allows another program to become active in place of this one.
        case 'application yieldActivationToApplication:':
          if (!this.isActivationCooperative) throw new Error('unrecognized selector: yieldActivationToApplication:');
          this.#yieldedTo = objects.value<FakeProgram>(first, 'program');
          return null;
        // developer.apple.com/documentation/appkit/nsapplication, "Passing control from one app to another with cooperative
        // activation": only a request, which the active program grants.
        case 'program activateWithOptions:': {
          const activated = objects.value<FakeProgram>(receiver, 'program');
          const isGranted = !this.isActivationCooperative || this.#yieldedTo === activated;
          if (isGranted) this.front = activated;
          return isGranted ? 1 : 0;
        }
        case 'NSRunningApplication runningApplicationWithProcessIdentifier:':
          return program(this.programs.find(({ pid }) => pid === parameters[0]));
        case 'program processIdentifier':
          return objects.value<FakeProgram>(receiver, 'program').pid;
        case 'program bundleIdentifier': {
          const { bundleId } = objects.value<FakeProgram>(receiver, 'program');
          return bundleId === undefined ? null : text(bundleId);
        }
        default:
          throw new Error(`unrecognized selector: ${name} ${message}`);
      }
    };
    return {
      objc_getClass: (name: string) => entry(classes, name, () => objects.permanent('class', name)),
      sel_registerName: (name: string) => entry(selectors, name, () => objects.permanent('selector', name)),
      objc_autoreleasePoolPush: () => objects.pushPool(),
      objc_autoreleasePoolPop: (pool: Address) => objects.popPool(pool),
      sendForObject: send as NativeFunctions['sendForObject'],
      sendForObjectWithObject: send as NativeFunctions['sendForObjectWithObject'],
      sendForObjectWithInt: send as NativeFunctions['sendForObjectWithInt'],
      sendForInt: send as NativeFunctions['sendForInt'],
      sendForInteger: send as NativeFunctions['sendForInteger'],
      sendForIntegerWithInteger: send as NativeFunctions['sendForIntegerWithInteger'],
      sendForBoolWithObject: send as NativeFunctions['sendForBoolWithObject'],
      sendForBoolWithObjects: send as NativeFunctions['sendForBoolWithObjects'],
    };
  }

  /**
   * CoreGraphics/CGEvent.h, `CGEventPost`. That events from programs without the permission
   * (`CGPreflightPostEventAccess`) vanish, and which program interprets keys by which layout: assumed.
   */
  #post({ keyCode, isDown, flags, text }: KeyEvent): void {
    if (!this.isTrusted || this.isTrustStale || !isDown) return;
    if (this.isSecureInputOn && this.dropsKeysUnderSecureInput) return;
    const isCommand = (flags & FLAGS.command) !== 0;
    const written = text ?? LAYOUTS[this.layout].characters(keyCode, isCommand ? 1 : 0);
    // With a layout that has no Latin letters, programs look up shortcuts in the layout beside it.
    const isLatin = /[a-z]/.test(written) || !isCommand;
    const key = isLatin ? written : LAYOUTS[this.asciiLayout].characters(keyCode, 1);
    const held = [...this.modifiersDown].map((name) => SYMBOLS[name]).join('');
    this.#keyProgram?.receive({ flags, text: key }, { isCommand, held }, this.pasteboard);
  }

  /**
   * Runs a query that waits in a thread: the objects it uses must live until it is answered. HIServices/AXUIElement.h:
   * without the permission the API is disabled; if a program doesn't answer in time, or can't, "cannot complete"; there
   * may be no value. That the out parameter is null after an error: assumed.
   */
  #ask(used: Address[], place: AddressPlace, answer: () => [error: number, value?: Address]): Promise<number> {
    for (const address of used) this.objects.kindOf(address);
    const asked = this.objects.value<Element>(used[0]!, 'element');
    const program = asked === 'everything' ? this.#keyProgram : this.#programOf(asked);
    this.questions.total += 1;
    this.questions.now += 1;
    this.questions.most = Math.max(this.questions.most, this.questions.now);
    return new Promise((resolve, reject) => {
      const end = (give: () => [number, Address?]) => {
        this.questions.now -= 1;
        callOff();
        try {
          for (const address of used) this.objects.kindOf(address);
          const [error, value] = give();
          place[0] = value ?? null;
          resolve(error);
        } catch (error) {
          reject(error);
        }
      };
      let isOver = false;
      const once = (give: () => [number, Address?]) => {
        if (isOver) return;
        isOver = true;
        end(give);
      };
      const limitMs = this.isLimitIgnored ? Number.MAX_SAFE_INTEGER : this.#timeoutMs;
      const callOff = this.clock.schedule(limitMs, () => once(() => [AX.cannotComplete]));
      if (!this.isTrusted || this.isTrustStale) this.clock.schedule(0, () => once(() => [AX.disabled]));
      else if (asked === 'nobody') this.clock.schedule(0, () => once(() => [AX.gone]));
      else if (program?.isDeaf) this.clock.schedule(0, () => once(() => [AX.cannotComplete]));
      else if (program) program.after(program.answerMs, () => once(answer));
      else this.clock.schedule(0, () => once(() => [AX.noValue]));
    });
  }

  /** HIServices/AXAttributeConstants.h. */
  #attribute(element: Element, attribute: string): [error: number, value?: Address] {
    const isOfProgram = element === 'everything' || element instanceof FakeProgram;
    if (isOfProgram && attribute !== 'AXFocusedUIElement') return [AX.unsupported];
    if (element === 'everything') {
      const program = this.#keyProgram;
      return program?.isFocusOnlyItsOwn ? [AX.noValue] : this.#focusedOf(program);
    }
    if (element instanceof FakeProgram) return this.#focusedOf(element);
    if (!(element instanceof FakeField)) return [AX.unsupported];
    if (element.isGone) return [AX.gone];
    const program = this.#programOf(element)!;
    switch (attribute) {
      case 'AXRole':
        return [AX.success, this.objects.create('string', element.role)];
      case 'AXSubrole':
        return element.subrole === undefined
          ? [AX.noValue]
          : [AX.success, this.objects.create('string', element.subrole)];
      case 'AXParent':
        return element.parent ? [AX.success, this.objects.create('element', element.parent)] : [AX.noValue];
      case 'AXNumberOfCharacters':
        return element.isTextUnreadable
          ? [AX.unsupported]
          : [AX.success, this.objects.create('number', element.text.length)];
      case 'AXWindow':
        return [AX.success, this.objects.create('element', { window: element.window, program })];
      case 'AXSelectedTextRange':
        if (element.isTextUnreadable) return [AX.unsupported];
        return [
          AX.success,
          this.objects.create('range', element.isCaretHidden ? { location: 0, length: 0 } : { ...element.selection }),
        ];
      default:
        return [AX.unsupported];
    }
  }

  #focusedOf(program: FakeProgram | undefined): [error: number, value?: Address] {
    if (!program?.isReadable || !program.focused) return [AX.noValue];
    return [AX.success, this.objects.create('element', program.focused)];
  }

  #textOfRange(element: Element, attribute: string, { location, length }: Range): [error: number, value?: Address] {
    if (!(element instanceof FakeField) || attribute !== 'AXStringForRange') return [AX.unsupported];
    if (element.isGone) return [AX.gone];
    if (element.isTextUnreadable) return [AX.unsupported];
    return [AX.success, this.objects.create('string', element.text.slice(location, location + length))];
  }

  #programOf(element: Element): FakeProgram | undefined {
    if (element === 'everything' || element === 'nobody') return undefined;
    if (element instanceof FakeProgram) return element;
    if (!(element instanceof FakeField)) return element.program;
    return this.programs.find((program) => program.owns(element));
  }
}

function isSameElement(one: Element, other: Element): boolean {
  const [window, otherWindow] = [one, other].map((element) => (isWindow(element) ? element : undefined));
  if (!window || !otherWindow) return one === other;
  return window.window === otherWindow.window && window.program === otherWindow.program;
}

function isWindow(element: Element): element is FakeWindow {
  return typeof element !== 'string' && !(element instanceof FakeProgram) && !(element instanceof FakeField);
}

function entry<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
