/** An address in native memory. */
export type Address = bigint;

/** Core Foundation's `CFRange`: places in UTF-16 units or bytes. */
export interface Range {
  location: number;
  length: number;
}

/** Core Audio's `AudioObjectPropertyAddress`: a property, the part of the object that has it, and a channel. */
export interface AudioPropertyAddress {
  mSelector: number;
  mScope: number;
  mElement: number;
}

/** An out parameter that receives an address. */
export type AddressPlace = [Address | null];

/** The macOS functions that the app calls, under their own names; comments where they are bound name their headers. */
export interface NativeFunctions {
  CFRetain(object: Address): Address;
  CFRelease(object: Address): void;
  CFEqual(one: Address, other: Address): boolean;
  CFGetTypeID(object: Address): number;
  CFNumberGetTypeID(): number;
  CFNumberGetValue(number: Address, type: number, place: [number | bigint]): boolean;
  CFStringGetTypeID(): number;
  CFStringCreateWithCharacters(allocator: null, characters: Uint16Array, length: number): Address | null;
  CFStringGetLength(string: Address): number;
  CFStringGetCharacters(string: Address, range: Range, buffer: Uint16Array): void;
  CFDataCreate(allocator: null, bytes: Uint8Array, length: number): Address | null;
  CFDataGetLength(data: Address): number;
  CFDataGetBytes(data: Address, range: Range, buffer: Uint8Array): void;
  CFDataGetBytePtr(data: Address): Address | null;
  CFArrayCreateMutable(allocator: null, capacity: number, callbacks: Address): Address | null;
  CFArrayAppendValue(array: Address, value: Address): void;
  CFArrayGetCount(array: Address): number;
  CFArrayGetValueAtIndex(array: Address, index: number): Address;

  CGEventSourceKeyState(state: number, keyCode: number): boolean;
  CGEventSourceFlagsState(state: number): number | bigint;
  CGEventSourceCreate(state: number): Address | null;
  CGEventSourceSetLocalEventsSuppressionInterval(source: Address, seconds: number): void;
  CGEventCreateKeyboardEvent(source: Address, keyCode: number, isDown: boolean): Address | null;
  CGEventSetFlags(event: Address, flags: number): void;
  CGEventKeyboardSetUnicodeString(event: Address, length: number, text: Uint16Array): void;
  CGEventPost(tap: number, event: Address): void;

  CGEventSourceButtonState(state: number, button: number): boolean;
  CGEventTapCreate(
    tap: number,
    place: number,
    options: number,
    eventsOfInterest: number,
    callback: Address,
    userInfo: null,
  ): Address | null;
  CGEventTapEnable(tap: Address, isOn: boolean): void;
  CGEventGetFlags(event: Address): number | bigint;
  CGEventGetIntegerValueField(event: Address, field: number): number | bigint;
  CFMachPortCreateRunLoopSource(allocator: null, port: Address, order: number): Address | null;
  CFMachPortInvalidate(port: Address): void;
  CFRunLoopGetMain(): Address;
  CFRunLoopAddSource(runLoop: Address, source: Address, mode: Address): void;
  CFRunLoopRemoveSource(runLoop: Address, source: Address, mode: Address): void;
  /** Makes a `CGEventTapCallBack` for the life of the process. `callback` returns the event, or null to discard it. */
  eventTapCallback(callback: (type: number, event: Address) => Address | null): Address;

  TISCopyCurrentKeyboardInputSource(): Address | null;
  TISCopyCurrentKeyboardLayoutInputSource(): Address | null;
  TISCopyCurrentASCIICapableKeyboardLayoutInputSource(): Address | null;
  TISGetInputSourceProperty(source: Address, property: Address): Address | null;
  LMGetKbdType(): number;
  UCKeyTranslate(
    layout: Address,
    keyCode: number,
    action: number,
    modifiers: number,
    keyboardType: number,
    options: number,
    deadKeyState: [number],
    maxLength: number,
    length: [number],
    text: Uint16Array,
  ): number;
  IsSecureEventInputEnabled(): boolean;

  AXIsProcessTrusted(): boolean;
  AXUIElementCreateSystemWide(): Address;
  AXUIElementCreateApplication(pid: number): Address;
  AXUIElementSetMessagingTimeout(element: Address, seconds: number): number;
  AXUIElementGetTypeID(): number;
  AXUIElementGetPid(element: Address, pid: [number]): number;
  /** Runs off the main thread. */
  AXUIElementCopyAttributeValue(element: Address, attribute: Address, value: AddressPlace): Promise<number>;
  /** Runs off the main thread. */
  AXUIElementCopyParameterizedAttributeValue(
    element: Address,
    attribute: Address,
    parameter: Address,
    value: AddressPlace,
  ): Promise<number>;
  AXValueGetTypeID(): number;
  AXValueCreate(type: number, value: Range): Address | null;
  AXValueGetValue(value: Address, type: number, place: Partial<Range>): boolean;

  AudioObjectHasProperty(object: number, property: AudioPropertyAddress): boolean;
  AudioObjectIsPropertySettable(object: number, property: AudioPropertyAddress, isSettable: [number]): number;
  AudioObjectGetPropertyData(
    object: number,
    property: AudioPropertyAddress,
    qualifierSize: number,
    qualifier: BigUint64Array | null,
    size: [number],
    data: Uint32Array | BigUint64Array,
  ): number;
  AudioObjectSetPropertyData(
    object: number,
    property: AudioPropertyAddress,
    qualifierSize: number,
    qualifier: null,
    size: number,
    data: Uint32Array,
  ): number;

  objc_getClass(name: string): Address | null;
  sel_registerName(name: string): Address;
  objc_autoreleasePoolPush(): Address;
  objc_autoreleasePoolPop(pool: Address): void;
  /** `objc_msgSend`, once for each signature that is used. */
  sendForObject(receiver: Address, selector: Address): Address | null;
  sendForObjectWithObject(receiver: Address, selector: Address, argument: Address): Address | null;
  sendForObjectWithInt(receiver: Address, selector: Address, argument: number): Address | null;
  sendForInt(receiver: Address, selector: Address): number;
  sendForInteger(receiver: Address, selector: Address): number;
  sendForIntegerWithInteger(receiver: Address, selector: Address, argument: number): number;
  sendForBoolWithObject(receiver: Address, selector: Address, argument: Address): boolean;
  sendForBoolWithObjects(receiver: Address, selector: Address, first: Address, second: Address): boolean;

  readonly constants: {
    /** The address of the structure, not of a value in it. */
    kCFTypeArrayCallBacks: Address;
    kCFRunLoopCommonModes: Address;
    kTISPropertyInputSourceID: Address;
    kTISPropertyInputSourceType: Address;
    kTISPropertyUnicodeKeyLayoutData: Address;
    kTISTypeKeyboardLayout: Address;
  };
}
