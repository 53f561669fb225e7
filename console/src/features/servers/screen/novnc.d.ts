/** The part of noVNC that is used; the package brings no types. */
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: object, options?: { shared?: boolean });
    scaleViewport: boolean;
    focusOnClick: boolean;
    background: string;
    /** `down` absent: pressed and let go. `code` is that of `KeyboardEvent`. */
    sendKey(keysym: number, code: string | undefined, down?: boolean): void;
    clipboardPasteFrom(text: string): void;
    toBlob(callback: (blob: Blob | null) => void, type?: string): void;
    focus(options?: FocusOptions): void;
    blur(): void;
    disconnect(): void;
  }
}
