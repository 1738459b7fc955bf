/** The campaign (UTM parameters) of the link that a visitor followed. */
export interface Utm {
  utmSource?: string;
  utmMedium?: string;
  utmCampaign?: string;
  utmTerm?: string;
  utmContent?: string;
}

const PARAMETERS = {
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
} as const satisfies Record<string, keyof Utm>;

/** The server's maximum. */
const MAX_LENGTH = 200;

/** Reads the UTM fields from a query string. Omits values with null characters, which can't be stored. */
export function readUtm(search: string): Utm {
  const params = new URLSearchParams(search);
  const utm: Utm = {};
  for (const [parameter, name] of Object.entries(PARAMETERS)) {
    const value = params.get(parameter)?.slice(0, MAX_LENGTH).toWellFormed();
    if (value && !value.includes('\0')) utm[name] = value;
  }
  return utm;
}
