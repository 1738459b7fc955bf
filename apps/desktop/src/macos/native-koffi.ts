import type * as Koffi from 'koffi';
import type { Address, NativeFunctions } from './native-functions.ts';

/** Loads macOS's functions; call once per process. Rejects if they aren't available. */
export async function loadNativeFunctions(): Promise<NativeFunctions> {
  const { default: koffi } = await import('koffi');
  return bindNativeFunctions(koffi, (path) => koffi.load(path));
}

/** Loads a framework or library of the system, as `koffi.load` does. */
export type LoadLibrary = (path: string) => Pick<Koffi.LibraryHandle, 'func' | 'symbol'>;

const LIBRARIES = {
  foundation: '/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation',
  graphics: '/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics',
  // With HIToolbox (TIS…, IsSecureEventInputEnabled, LMGetKbdType) and, through Core Services, CarbonCore (UCKeyTranslate).
  carbon: '/System/Library/Frameworks/Carbon.framework/Carbon',
  // With HIServices (AX…).
  services: '/System/Library/Frameworks/ApplicationServices.framework/ApplicationServices',
  audio: '/System/Library/Frameworks/CoreAudio.framework/CoreAudio',
  appKit: '/System/Library/Frameworks/AppKit.framework/AppKit',
  objectiveC: '/usr/lib/libobjc.A.dylib',
} as const;

/**
 * Binds the functions; call once per process, since koffi keeps the names of types. Each function is preceded by its
 * header, whose name is also that of the page in Apple's documentation. `CFIndex` and `NSInteger` are long, `OSStatus`
 * and `AXError` 32 bits, `UniChar` 16 bits, `Boolean` and `BOOL` one byte; references (`CF…Ref`, `id`, `SEL`) are
 * pointers.
 *
 * Throws what koffi throws if a library or function is missing.
 */
export function bindNativeFunctions(koffi: typeof Koffi.default, load: LoadLibrary): NativeFunctions {
  koffi.struct('CFRange', { location: 'long', length: 'long' });
  koffi.struct('AudioObjectPropertyAddress', { mSelector: 'uint32_t', mScope: 'uint32_t', mElement: 'uint32_t' });
  const foundation = load(LIBRARIES.foundation);
  const graphics = load(LIBRARIES.graphics);
  const carbon = load(LIBRARIES.carbon);
  const services = load(LIBRARIES.services);
  const audio = load(LIBRARIES.audio);
  load(LIBRARIES.appKit);
  const objectiveC = load(LIBRARIES.objectiveC);
  /** The value of an exported constant that is a reference. */
  const constant = (name: string): Address => koffi.decode(carbon.symbol(name), 'void *');
  const offMainThread = (definition: string) => {
    const native = services.func(definition);
    return (...parameters: unknown[]) =>
      new Promise<number>((resolve, reject) => {
        native.async(...parameters, (error: Error | null, result: number) => (error ? reject(error) : resolve(result)));
      });
  };
  return {
    // CoreFoundation/CFBase.h
    CFRetain: foundation.func('void *CFRetain(void *cf)'),
    CFRelease: foundation.func('void CFRelease(void *cf)'),
    CFEqual: foundation.func('bool CFEqual(void *cf1, void *cf2)'),
    CFGetTypeID: foundation.func('ulong CFGetTypeID(void *cf)'),
    // CoreFoundation/CFNumber.h
    CFNumberGetTypeID: foundation.func('ulong CFNumberGetTypeID()'),
    CFNumberGetValue: foundation.func('bool CFNumberGetValue(void *number, long theType, _Out_ int64_t *valuePtr)'),
    // CoreFoundation/CFString.h
    CFStringGetTypeID: foundation.func('ulong CFStringGetTypeID()'),
    CFStringCreateWithCharacters: foundation.func(
      'void *CFStringCreateWithCharacters(void *alloc, const uint16_t *chars, long numChars)',
    ),
    CFStringGetLength: foundation.func('long CFStringGetLength(void *theString)'),
    CFStringGetCharacters: foundation.func(
      'void CFStringGetCharacters(void *theString, CFRange range, _Out_ uint16_t *buffer)',
    ),
    // CoreFoundation/CFData.h
    CFDataCreate: foundation.func('void *CFDataCreate(void *allocator, const uint8_t *bytes, long length)'),
    CFDataGetLength: foundation.func('long CFDataGetLength(void *theData)'),
    CFDataGetBytes: foundation.func('void CFDataGetBytes(void *theData, CFRange range, _Out_ uint8_t *buffer)'),
    CFDataGetBytePtr: foundation.func('void *CFDataGetBytePtr(void *theData)'),
    // CoreFoundation/CFArray.h
    CFArrayCreateMutable: foundation.func(
      'void *CFArrayCreateMutable(void *allocator, long capacity, void *callBacks)',
    ),
    CFArrayAppendValue: foundation.func('void CFArrayAppendValue(void *theArray, void *value)'),
    CFArrayGetCount: foundation.func('long CFArrayGetCount(void *theArray)'),
    CFArrayGetValueAtIndex: foundation.func('void *CFArrayGetValueAtIndex(void *theArray, long idx)'),

    // CoreGraphics/CGEventSource.h
    CGEventSourceKeyState: graphics.func('bool CGEventSourceKeyState(int32_t stateID, uint16_t key)'),
    CGEventSourceFlagsState: graphics.func('uint64_t CGEventSourceFlagsState(int32_t stateID)'),
    CGEventSourceCreate: graphics.func('void *CGEventSourceCreate(int32_t stateID)'),
    CGEventSourceSetLocalEventsSuppressionInterval: graphics.func(
      'void CGEventSourceSetLocalEventsSuppressionInterval(void *source, double seconds)',
    ),
    // CoreGraphics/CGEvent.h
    CGEventCreateKeyboardEvent: graphics.func(
      'void *CGEventCreateKeyboardEvent(void *source, uint16_t virtualKey, bool keyDown)',
    ),
    CGEventSetFlags: graphics.func('void CGEventSetFlags(void *event, uint64_t flags)'),
    CGEventKeyboardSetUnicodeString: graphics.func(
      'void CGEventKeyboardSetUnicodeString(void *event, ulong stringLength, const uint16_t *unicodeString)',
    ),
    CGEventPost: graphics.func('void CGEventPost(uint32_t tap, void *event)'),
    CGEventGetFlags: graphics.func('uint64_t CGEventGetFlags(void *event)'),
    CGEventGetIntegerValueField: graphics.func('int64_t CGEventGetIntegerValueField(void *event, uint32_t field)'),
    // CoreGraphics/CGEventSource.h
    CGEventSourceButtonState: graphics.func('bool CGEventSourceButtonState(int32_t stateID, uint32_t button)'),
    // CoreGraphics/CGEvent.h, `CGEventTapCallBack` of CGEventTypes.h
    CGEventTapCreate: graphics.func(
      'void *CGEventTapCreate(uint32_t tap, uint32_t place, uint32_t options, uint64_t eventsOfInterest, void *callback, void *userInfo)',
    ),
    CGEventTapEnable: graphics.func('void CGEventTapEnable(void *tap, bool enable)'),
    eventTapCallback: (callback) =>
      koffi.register(
        (_proxy: unknown, type: number, event: Address) => callback(type, event),
        koffi.pointer(koffi.proto('void *CGEventTapCallBack(void *proxy, uint32_t type, void *event, void *userInfo)')),
      ),
    // CoreFoundation/CFMachPort.h and CFRunLoop.h
    CFMachPortCreateRunLoopSource: foundation.func(
      'void *CFMachPortCreateRunLoopSource(void *allocator, void *port, long order)',
    ),
    CFMachPortInvalidate: foundation.func('void CFMachPortInvalidate(void *port)'),
    CFRunLoopGetMain: foundation.func('void *CFRunLoopGetMain()'),
    CFRunLoopAddSource: foundation.func('void CFRunLoopAddSource(void *rl, void *source, void *mode)'),
    CFRunLoopRemoveSource: foundation.func('void CFRunLoopRemoveSource(void *rl, void *source, void *mode)'),

    // Carbon, HIToolbox/TextInputSources.h; main thread only
    TISCopyCurrentKeyboardInputSource: carbon.func('void *TISCopyCurrentKeyboardInputSource()'),
    TISCopyCurrentKeyboardLayoutInputSource: carbon.func('void *TISCopyCurrentKeyboardLayoutInputSource()'),
    TISCopyCurrentASCIICapableKeyboardLayoutInputSource: carbon.func(
      'void *TISCopyCurrentASCIICapableKeyboardLayoutInputSource()',
    ),
    TISGetInputSourceProperty: carbon.func('void *TISGetInputSourceProperty(void *inputSource, void *propertyKey)'),
    // CoreServices, CarbonCore/LowMem.h and CarbonCore/UnicodeUtilities.h
    LMGetKbdType: carbon.func('uint8_t LMGetKbdType()'),
    UCKeyTranslate: carbon.func(
      'int32_t UCKeyTranslate(void *keyLayoutPtr, uint16_t virtualKeyCode, uint16_t keyAction, uint32_t modifierKeyState, uint32_t keyboardType, uint32_t keyTranslateOptions, _Inout_ uint32_t *deadKeyState, ulong maxStringLength, _Out_ ulong *actualStringLength, _Out_ uint16_t *unicodeString)',
    ),
    // Carbon, HIToolbox/CarbonEventsCore.h
    IsSecureEventInputEnabled: carbon.func('bool IsSecureEventInputEnabled()'),

    // ApplicationServices, HIServices/AXUIElement.h
    AXIsProcessTrusted: services.func('bool AXIsProcessTrusted()'),
    AXUIElementCreateSystemWide: services.func('void *AXUIElementCreateSystemWide()'),
    AXUIElementCreateApplication: services.func('void *AXUIElementCreateApplication(int32_t pid)'),
    AXUIElementSetMessagingTimeout: services.func(
      'int32_t AXUIElementSetMessagingTimeout(void *element, float timeoutInSeconds)',
    ),
    AXUIElementGetTypeID: services.func('ulong AXUIElementGetTypeID()'),
    AXUIElementGetPid: services.func('int32_t AXUIElementGetPid(void *element, _Out_ int32_t *pid)'),
    AXUIElementCopyAttributeValue: offMainThread(
      'int32_t AXUIElementCopyAttributeValue(void *element, void *attribute, _Out_ void **value)',
    ),
    AXUIElementCopyParameterizedAttributeValue: offMainThread(
      'int32_t AXUIElementCopyParameterizedAttributeValue(void *element, void *parameterizedAttribute, void *parameter, _Out_ void **result)',
    ),
    // ApplicationServices, HIServices/AXValue.h
    AXValueGetTypeID: services.func('ulong AXValueGetTypeID()'),
    AXValueCreate: services.func('void *AXValueCreate(uint32_t theType, const CFRange *valuePtr)'),
    AXValueGetValue: services.func('bool AXValueGetValue(void *value, uint32_t theType, _Out_ CFRange *valuePtr)'),

    // CoreAudio/AudioHardware.h
    AudioObjectHasProperty: audio.func(
      'bool AudioObjectHasProperty(uint32_t inObjectID, const AudioObjectPropertyAddress *inAddress)',
    ),
    AudioObjectIsPropertySettable: audio.func(
      'int32_t AudioObjectIsPropertySettable(uint32_t inObjectID, const AudioObjectPropertyAddress *inAddress, _Out_ uint8_t *outIsSettable)',
    ),
    AudioObjectGetPropertyData: audio.func(
      'int32_t AudioObjectGetPropertyData(uint32_t inObjectID, const AudioObjectPropertyAddress *inAddress, uint32_t inQualifierDataSize, const void *inQualifierData, _Inout_ uint32_t *ioDataSize, void *outData)',
    ),
    AudioObjectSetPropertyData: audio.func(
      'int32_t AudioObjectSetPropertyData(uint32_t inObjectID, const AudioObjectPropertyAddress *inAddress, uint32_t inQualifierDataSize, const void *inQualifierData, uint32_t inDataSize, const void *inData)',
    ),

    // objc/runtime.h
    objc_getClass: objectiveC.func('void *objc_getClass(const char *name)'),
    sel_registerName: objectiveC.func('void *sel_registerName(const char *str)'),
    // The runtime's own functions, to which @autoreleasepool compiles (Clang, "Objective-C Automatic Reference
    // Counting")
    objc_autoreleasePoolPush: objectiveC.func('void *objc_autoreleasePoolPush()'),
    objc_autoreleasePoolPop: objectiveC.func('void objc_autoreleasePoolPop(void *pool)'),
    // objc/message.h: called with the method's own signature
    sendForObject: objectiveC.func('void *objc_msgSend(void *self, void *op)'),
    sendForObjectWithObject: objectiveC.func('void *objc_msgSend(void *self, void *op, void *argument)'),
    sendForObjectWithInt: objectiveC.func('void *objc_msgSend(void *self, void *op, int32_t argument)'),
    sendForInt: objectiveC.func('int32_t objc_msgSend(void *self, void *op)'),
    sendForInteger: objectiveC.func('long objc_msgSend(void *self, void *op)'),
    sendForIntegerWithInteger: objectiveC.func('long objc_msgSend(void *self, void *op, long argument)'),
    sendForBoolWithObject: objectiveC.func('bool objc_msgSend(void *self, void *op, void *argument)'),
    sendForBoolWithObjects: objectiveC.func('bool objc_msgSend(void *self, void *op, void *first, void *second)'),

    constants: {
      // CoreFoundation/CFArray.h
      kCFTypeArrayCallBacks: foundation.symbol('kCFTypeArrayCallBacks'),
      // CoreFoundation/CFRunLoop.h
      kCFRunLoopCommonModes: koffi.decode(foundation.symbol('kCFRunLoopCommonModes'), 'void *'),
      // Carbon, HIToolbox/TextInputSources.h
      kTISPropertyInputSourceID: constant('kTISPropertyInputSourceID'),
      kTISPropertyInputSourceType: constant('kTISPropertyInputSourceType'),
      kTISPropertyUnicodeKeyLayoutData: constant('kTISPropertyUnicodeKeyLayoutData'),
      kTISTypeKeyboardLayout: constant('kTISTypeKeyboardLayout'),
    },
  };
}
