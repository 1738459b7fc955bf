/** The product's name as shown to users. No other code spells it out. */
export const PRODUCT_NAME = 'Saykey';

/** URL scheme of the links that open the desktop app, without colon and slashes. */
export const URL_SCHEME = 'saykey';
