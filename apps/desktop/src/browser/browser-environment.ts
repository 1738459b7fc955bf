/** What Chromium needs to know of its surroundings: where the display, the sound and the user's files are. */
const VARIABLES =
  /^(HOME|USER|LOGNAME|PATH|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XAUTHORITY|XDG_\w+|PULSE_\w+|PIPEWIRE_\w+|DBUS_\w+|GTK_\w+|GDK_SCALE|FONTCONFIG_\w+)$/;

/** Where no file can be made: a dump of a crash would hold what the windows show. */
const NOWHERE = '/dev/null';

/** Chromium's variables: of this process's own only those that it needs, so that no key is passed on. */
export function browserEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  display: string,
): Record<string, string> {
  const needed = Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && VARIABLES.test(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(needed), DISPLAY: display, CHROME_CONFIG_HOME: NOWHERE };
}
