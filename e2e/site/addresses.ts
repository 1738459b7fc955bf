/** Where browsers reach site, server and sandbox: the addresses that the site is built with, whatever ports are free. */
export const SITE_URL = 'http://localhost:3000';
export const API_URL = 'http://localhost:3001';
export const SANDBOX_URL = 'http://localhost:3002';
