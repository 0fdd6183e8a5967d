import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { channels } from './shells/channels.ts';

/** All that the studio's pages get of the desktop. It never grows: what Weft can do is behind `call`. */
contextBridge.exposeInMainWorld('weft', {
  call: (name: unknown, input: unknown): Promise<unknown> => ipcRenderer.invoke(channels.call, name, input),
  on: (listener: (event: unknown) => void): (() => void) => {
    // The page gets the value only: Electron's event would hand it the channel's sender.
    const receive = (_: IpcRendererEvent, value: unknown): void => listener(value);
    ipcRenderer.on(channels.event, receive);
    return () => {
      ipcRenderer.off(channels.event, receive);
    };
  },
});
