import { contextBridge, ipcRenderer } from 'electron';
import { exposePreloadApi } from './expose-preload-api.ts';

exposePreloadApi(contextBridge, ipcRenderer);
