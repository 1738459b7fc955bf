/** The product's name as users read it. Nothing else in the code spells it out. */
export const PRODUCT_NAME = 'Saykey';

/** The scheme of the links that open the desktop app, without colon and slashes. */
export const URL_SCHEME = 'saykey';
