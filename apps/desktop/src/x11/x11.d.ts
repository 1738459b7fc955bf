/** Types of what is used of the npm package `x11`, which brings none. */
declare module 'x11' {
  import type { Socket } from 'node:net';

  /** What the server refused. `error` is the protocol's code, such as 10 for BadAccess. */
  export interface ServerError extends Error {
    error: number;
    majorOpcode: number;
    minorOpcode: number;
    badParam: number;
  }

  /** Takes the reply, or the error. Unless it returns true, the error is emitted again as the client's `error` event. */
  export type Done<T> = (error: Error | null, reply: T) => true;

  export interface KeyEvent {
    name: 'KeyPress' | 'KeyRelease';
    type: number;
    keycode: number;
    /** The server's time, in milliseconds. */
    time: number;
    /** The window that the event is reported to. */
    wid: number;
    /** The modifiers and buttons just before the event. */
    buttons: number;
  }

  /** Of a grabbed button. */
  export interface ButtonEvent {
    name: 'ButtonPress' | 'ButtonRelease';
    type: number;
    /** The button's number. */
    keycode: number;
    time: number;
    wid: number;
  }

  /** XInput 2: what a key or button does, whichever client receives it. */
  export interface RawInputEvent {
    name: 'XIRawKeyPress' | 'XIRawKeyRelease' | 'XIRawButtonPress' | 'XIRawButtonRelease';
    type: number;
    /** The number of the request that the server had handled last for this connection. */
    seq: number;
    /** The key's or button's number. */
    detail: number;
    time: number;
  }

  /** Of the keyboard's extension: one of the kinds that the library does not read. */
  export interface XkbEvent {
    name: 'XkbEvent';
    type: number;
    /** 0: the keyboard is another, 1: its mapping is another. */
    xkbType: number;
  }

  /** As it is sent. */
  export interface ClientMessageEvent {
    name: 'ClientMessage';
    wid: number;
    /** An atom. */
    message_type: number;
    format: 32;
    /** At most five. */
    data: readonly number[];
  }

  export interface PropertyNotifyEvent {
    name: 'PropertyNotify';
    type: number;
    wid: number;
    atom: number;
    time: number;
    /** 0: has a new value, 1: deleted. */
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

  /** The answer to ConvertSelection. An event of XFixes has the same name: `type` is 31 here. */
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
    /** 0: nothing covers the window, 1: partly covered, 2: wholly. */
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
    /** Bits in a unit: 8, 16 or 32. */
    format: number;
    /** How many bytes are left beyond `data`. */
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
    /** In place of what was selected before on that window. */
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
    /** Must come before any other request of the extension. */
    UseExtension(major: number, minor: number, done: Done<{ supported: number }>): void;
    /** `selectAll`: the kinds of events to receive; those of the mapping by `map` and the bits it may change. */
    SelectEvents(
      device: number,
      affectWhich: number,
      clear: number,
      selectAll: number,
      affectMap: number,
      map: number,
    ): void;
    /** `group`: the layout in use, from 0. `lockedMods`: a bit for each modifier that is locked, such as by CapsLock. */
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
    /** Gives a window the shape of rectangles, each `[x, y, width, height]`. */
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

  /** What is to be changed of a window's place; the rest stays. */
  export interface WindowPlace {
    x?: number;
    y?: number;
    width?: number;
    height?: number;
    /** 0: above all others, 1: below them. */
    stackMode?: 0 | 1;
  }

  /** A connection. A failed request without `Done` is emitted as the event `error`. */
  export interface XClient {
    readonly stream: Socket;
    readonly screenNum: number | string;
    /** Names to atoms that are known already. */
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

    /** How this connection's resources are numbered: the bits of `resource_mask` differ within one client. */
    readonly display: { resource_mask: number };

    /** The number of the last request. */
    seq_num: number;
    /** Requests that the library lacks are put together by hand. */
    readonly pack_stream: { put(request: Buffer): void; submit(expectsReply: boolean): void };
    /** By the request's number, how to read its reply (without the first 8 bytes), and who takes it. */
    replies: Record<number, [read: (reply: Buffer) => number[], done: Done<number[]>]>;

    AllocID(): number;
    require<E extends keyof Extensions>(name: E, done: (error: Error | null, extension: Extensions[E]) => void): void;

    /** `keysyms` has `keysymsPerKeycode` entries for each keycode from the first one on. */
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
    /** The answer comes as the event `SelectionNotify`. `time` 0: now. */
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
    /** `format` 2: all bits of each pixel, line by line. */
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
    /** A row of keysyms for each keycode, columns as the protocol orders them. */
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
    /** The window that owns the selection; 0 for none. */
    GetSelectionOwner(selection: number, done: Done<number>): void;
    /**
     * `mode` 1: the pointer goes on until its next button event; 2: as if it had not been grabbed. Without consequence if
     * it has been grabbed anew since `time`.
     */
    AllowEvents(mode: 1 | 2, time: number, done?: Done<void>): void;
    /** `pointerAsync` 0: the pointer freezes after each button event, until `AllowEvents`. */
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
    /** `async` 1: events go on while the grab is active. */
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
    /** Until `UngrabServer` no other connection's requests are handled. */
    GrabServer(done?: Done<void>): void;
    InternAtom(onlyIfExists: boolean, name: string, done: Done<number>): void;
    MapWindow(window: number, done?: Done<void>): void;
    /** 32 bytes, a bit for each keycode. */
    QueryKeymap(done: Done<Buffer>): void;
    QueryTree(window: number, done: Done<{ root: number; parent: number; children: number[] }>): void;
    /** `eventMask` 0: to the client that made the window. A buffer holds the event as it is sent: 32 bytes. */
    SendEvent(
      destination: number,
      propagate: 0 | 1,
      eventMask: number,
      event: Omit<SelectionNotifyEvent, 'type'> | ClientMessageEvent | Buffer,
      done?: Done<void>,
    ): void;
    /** `owner` 0: nobody. Without consequence if the selection has been taken since `time`. */
    SetSelectionOwner(owner: number, selection: number, time: number, done?: Done<void>): void;
    ReparentWindow(window: number, parent: number, x: number, y: number, done?: Done<void>): void;
    /** Where a point of one window lies in another. */
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

  /** Connects. The callback is called with an error, or once the connection can be used. */
  export function createClient(
    options: { display: string; shm: false },
    done: (error: Error | undefined, display: DisplayInformation) => void,
  ): XClient;
}
