/** Types for the parts we use of the npm package `x11`, which has none. */
declare module 'x11' {
  import type { Socket } from 'node:net';

  /** A refused request. `error` is the protocol's error code, such as 10 for BadAccess. */
  export interface ServerError extends Error {
    error: number;
    majorOpcode: number;
    minorOpcode: number;
    badParam: number;
  }

  /**
   * Receives the reply or the error. Unless it returns true, the error is also emitted as the client's `error` event.
   */
  export type Done<T> = (error: Error | null, reply: T) => true;

  export interface KeyEvent {
    name: 'KeyPress' | 'KeyRelease';
    type: number;
    keycode: number;
    /** Server time in milliseconds. */
    time: number;
    /** The window that receives the event. */
    wid: number;
    /** Modifiers and buttons just before the event. */
    buttons: number;
  }

  /** An event of a grabbed button. */
  export interface ButtonEvent {
    name: 'ButtonPress' | 'ButtonRelease';
    type: number;
    /** The button's number. */
    keycode: number;
    time: number;
    wid: number;
  }

  /** XInput 2: a key or button event, whichever client receives the ordinary one. */
  export interface RawInputEvent {
    name: 'XIRawKeyPress' | 'XIRawKeyRelease' | 'XIRawButtonPress' | 'XIRawButtonRelease';
    type: number;
    /** Sequence number of the last request of this connection that the server had handled. */
    seq: number;
    /** Keycode or button number. */
    detail: number;
    time: number;
  }

  /** An event of the XKB extension of a kind that the library doesn't parse. */
  export interface XkbEvent {
    name: 'XkbEvent';
    type: number;
    /** 0: new keyboard, 1: its mapping changed. */
    xkbType: number;
  }

  /** An event to send. */
  export interface ClientMessageEvent {
    name: 'ClientMessage';
    wid: number;
    /** An atom. */
    message_type: number;
    format: 32;
    /** At most five values. */
    data: readonly number[];
  }

  export interface PropertyNotifyEvent {
    name: 'PropertyNotify';
    type: number;
    wid: number;
    atom: number;
    time: number;
    /** 0: new value, 1: deleted. */
    state: number;
  }

  export interface DestroyNotifyEvent {
    name: 'DestroyNotify';
    type: number;
    wid: number;
  }

  export interface SelectionRequestEvent {
    name: 'SelectionRequest';
    type: number;
    time: number;
    owner: number;
    requestor: number;
    selection: number;
    target: number;
    property: number;
  }

  /** The answer to ConvertSelection. An XFixes event has the same name: `type` is 31 here. */
  export interface SelectionNotifyEvent {
    name: 'SelectionNotify';
    type: number;
    time: number;
    requestor: number;
    selection: number;
    target: number;
    property: number;
  }

  export interface SelectionClearEvent {
    name: 'SelectionClear';
    type: number;
    time: number;
    owner: number;
    selection: number;
  }

  export interface VisibilityNotifyEvent {
    name: 'VisibilityNotify';
    type: number;
    wid: number;
    /** 0: unobscured, 1: partly obscured, 2: fully obscured. */
    state: number;
  }

  export type XEvent =
    | KeyEvent
    | ButtonEvent
    | RawInputEvent
    | XkbEvent
    | PropertyNotifyEvent
    | VisibilityNotifyEvent
    | DestroyNotifyEvent
    | SelectionRequestEvent
    | SelectionNotifyEvent
    | SelectionClearEvent;

  export interface Property {
    /** An atom; 0 if there is no such property. */
    type: number;
    /** Bits per unit: 8, 16 or 32. */
    format: number;
    /** Number of bytes after `data`. */
    bytesAfter: number;
    data: Buffer;
  }

  interface Extension {
    present: boolean;
    firstEvent: number;
  }

  export interface XTest extends Extension {
    readonly KeyPress: 2;
    readonly KeyRelease: 3;
    FakeInput(type: number, keycode: number, delayMs: number, root: number, x: number, y: number): void;
  }

  export interface XInput extends Extension {
    readonly majorOpcode: number;
    readonly AllMasterDevices: number;
    readonly EventMask: Record<'RawKeyPress' | 'RawKeyRelease' | 'RawButtonPress' | 'RawButtonRelease', number>;
    /** Replaces what was selected on that window before. */
    XISelectEvents(window: number, masks: readonly { deviceId: number; mask: number }[]): void;
  }

  export interface XResource extends Extension {
    readonly ClientIdMask: { ClientXID: 1; LocalClientPID: 2 };
    QueryClientIds(
      specs: readonly { client: number; mask: number }[],
      done: Done<{ client: number; mask: number; value: number[] }[]>,
    ): void;
  }

  export interface XKeyboard extends Extension {
    readonly UseCoreKbd: number;
    readonly EventType: { readonly NewKeyboardNotify: number; readonly MapNotify: number };
    readonly ModMask: { readonly Lock: number };
    /** Must precede any other request of the extension. */
    UseExtension(major: number, minor: number, done: Done<{ supported: number }>): void;
    /**
     * `selectAll`: the event types to receive in full; `affectMap` and `map` select the parts of the mapping whose
     * changes count.
     */
    SelectEvents(
      device: number,
      affectWhich: number,
      clear: number,
      selectAll: number,
      affectMap: number,
      map: number,
    ): void;
    /** `group`: the current layout, from 0. `lockedMods`: bit mask of locked modifiers, such as Caps Lock. */
    GetState(device: number, done: Done<{ group: number; lockedMods: number }>): void;
    LatchLockState(
      device: number,
      affectModLocks: number,
      modLocks: number,
      lockGroup: boolean,
      groupLock: number,
      affectModLatches: number,
      modLatches: number,
      latchGroup: boolean,
      groupLatch: number,
    ): void;
  }

  export interface Shape extends Extension {
    readonly Kind: { Bounding: 0; Clip: 1; Input: 2 };
    readonly Op: { Set: 0 };
    /** Sets a window's shape to rectangles, each `[x, y, width, height]`. */
    Rectangles(
      op: number,
      kind: number,
      window: number,
      x: number,
      y: number,
      rectangles: readonly (readonly [number, number, number, number])[],
    ): void;
  }

  export interface Xinerama extends Extension {
    QueryScreens(done: Done<{ x: number; y: number; width: number; height: number }[]>): void;
  }

  export interface Extensions {
    shape: Shape;
    xinerama: Xinerama;
    xtest: XTest;
    xinput: XInput;
    res: XResource;
    xkb: XKeyboard;
  }

  /** Changes to a window's geometry; omitted fields stay. */
  export interface WindowPlace {
    x?: number;
    y?: number;
    width?: number;
    height?: number;
    /** 0: above its siblings, 1: below. */
    stackMode?: 0 | 1;
  }

  /** A connection. A failed request without `Done` is emitted as an `error` event. */
  export interface XClient {
    readonly stream: Socket;
    readonly screenNum: number | string;
    /** Known atoms by name. */
    atoms: Record<string, number>;
    readonly eventMask: {
      PropertyChange: number;
      ButtonPress: number;
      ButtonRelease: number;
      StructureNotify: number;
      SubstructureNotify: number;
      SubstructureRedirect: number;
      VisibilityChange: number;
    };

    on(event: 'event', listener: (event: XEvent) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    on(event: 'end', listener: () => void): void;

    /** Resource ids of one client differ only in the bits of `resource_mask`. */
    readonly display: { resource_mask: number };

    /** Sequence number of the last request. */
    seq_num: number;
    /** For building requests that the library lacks. */
    readonly pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): void };
    /** By sequence number: the parser of a reply (without its first 8 bytes), and its recipient. */
    replies: Record<number, [read: (reply: Buffer) => number[], done: Done<number[]>]>;

    AllocID(): number;
    require<E extends keyof Extensions>(name: E, done: (error: Error | null, extension: Extensions[E]) => void): void;

    /** `keysyms` has `keysymsPerKeycode` entries per keycode, starting with the first. */
    ChangeKeyboardMapping(
      firstKeycode: number,
      keysymsPerKeycode: number,
      keysyms: readonly number[],
      done?: Done<void>,
    ): void;
    ChangeWindowAttributes(window: number, values: { eventMask: number }, done?: Done<void>): void;
    ChangeProperty(
      mode: 0 | 1 | 2,
      window: number,
      property: number,
      type: number,
      format: 8 | 16 | 32,
      data: Buffer,
      done?: Done<void>,
    ): void;
    /** The answer is a `SelectionNotify` event. `time` 0: now. */
    ConvertSelection(
      requestor: number,
      selection: number,
      target: number,
      property: number,
      time: number,
      done?: Done<void>,
    ): void;
    CreateWindow(
      id: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      windowClass: 0 | 1 | 2,
      visual: number,
      values: { eventMask?: number; overrideRedirect?: boolean },
      done?: Done<void>,
    ): void;
    ConfigureWindow(window: number, place: WindowPlace, done?: Done<void>): void;
    DestroyWindow(window: number, done?: Done<void>): void;
    GetGeometry(window: number, done: Done<{ width: number; height: number }>): void;
    /** `format` 2: whole pixels, row by row. */
    GetImage(
      format: 2,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planeMask: number,
      done: Done<{ depth: number; data: Buffer }>,
    ): void;
    GetInputFocus(done: Done<{ focus: number; revertTo: number }>): void;
    /** A row of keysyms for each keycode, with the protocol's columns. */
    GetKeyboardMapping(firstKeycode: number, count: number, done: Done<number[][]>): void;
    /** The keycodes of Shift, Lock, Control and Mod1 to Mod5, padded with 0. */
    GetModifierMapping(done: Done<number[][]>): void;
    /** `offset` and `length` in units of 4 bytes; `type` 0: any. */
    GetProperty(
      deleteAfter: 0 | 1,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      done: Done<Property>,
    ): void;
    /** The owner window; 0 for none. */
    GetSelectionOwner(selection: number, done: Done<number>): void;
    /**
     * `mode` 1: the pointer thaws until its next button event; 2: the event is replayed as if it had not been grabbed.
     * No effect if the pointer has been grabbed again since `time`.
     */
    AllowEvents(mode: 1 | 2, time: number, done?: Done<void>): void;
    /** `pointerAsync` 0: the pointer freezes after each button event until `AllowEvents`. */
    GrabButton(
      window: number,
      ownerEvents: 0 | 1,
      eventMask: number,
      pointerAsync: 0 | 1,
      keyboardAsync: 0 | 1,
      confineTo: 0,
      cursor: 0,
      button: number,
      modifiers: number,
      done?: Done<void>,
    ): void;
    /** `pointerAsync`, `keyboardAsync` 1: events continue while the grab is active. */
    GrabKey(
      window: number,
      ownerEvents: 0 | 1,
      modifiers: number,
      keycode: number,
      pointerAsync: 0 | 1,
      keyboardAsync: 0 | 1,
      done?: Done<void>,
    ): void;
    /** The reply is a status: 0 for success. `time` 0: now. */
    GrabKeyboard(
      window: number,
      ownerEvents: 0 | 1,
      time: number,
      pointerAsync: 0 | 1,
      keyboardAsync: 0 | 1,
      done: Done<number>,
    ): void;
    /** No other connection's requests are handled until `UngrabServer`. */
    GrabServer(done?: Done<void>): void;
    InternAtom(onlyIfExists: boolean, name: string, done: Done<number>): void;
    MapWindow(window: number, done?: Done<void>): void;
    /** 32 bytes, one bit per keycode. */
    QueryKeymap(done: Done<Buffer>): void;
    QueryTree(window: number, done: Done<{ root: number; parent: number; children: number[] }>): void;
    /** `eventMask` 0: to the client that created the window. A buffer holds the event in wire format: 32 bytes. */
    SendEvent(
      destination: number,
      propagate: 0 | 1,
      eventMask: number,
      event: Omit<SelectionNotifyEvent, 'type'> | ClientMessageEvent | Buffer,
      done?: Done<void>,
    ): void;
    /** `owner` 0: nobody. No effect if the selection has been taken since `time`. */
    SetSelectionOwner(owner: number, selection: number, time: number, done?: Done<void>): void;
    ReparentWindow(window: number, parent: number, x: number, y: number, done?: Done<void>): void;
    /** Translates a point from one window's coordinates to another's. */
    TranslateCoordinates(
      from: number,
      to: number,
      x: number,
      y: number,
      done: Done<{ destX: number; destY: number }>,
    ): void;
    UngrabButton(window: number, button: number, modifiers: number, done?: Done<void>): void;
    UngrabServer(done?: Done<void>): void;
    UngrabKeyboard(time: number, done?: Done<void>): void;
    UngrabKey(window: number, keycode: number, modifiers: number, done?: Done<void>): void;
    UnmapWindow(window: number, done?: Done<void>): void;
  }

  interface DisplayInformation {
    client: XClient;
    screen: { root: number }[];
    min_keycode: number;
    max_keycode: number;
  }

  /** Connects. The callback receives an error, or the display once the connection is ready. */
  export function createClient(
    options: { display: string; shm: false },
    done: (error: Error | undefined, display: DisplayInformation) => void,
  ): XClient;
}
