const FILE_HEADER = [0x50, 0x4b, 0x03, 0x04];

/** Counts the files begun in a zip whose bytes arrive in order. */
export function zipCounter(): (bytes: Uint8Array) => number {
  let files = 0;
  let matched = 0;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === FILE_HEADER[matched]) matched += 1;
      else matched = byte === FILE_HEADER[0] ? 1 : 0;
      if (matched < FILE_HEADER.length) continue;
      files += 1;
      matched = 0;
    }
    return files;
  };
}
