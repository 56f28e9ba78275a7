/** Text on one line. Control characters could otherwise move the cursor or change what the terminal shows. */
export const plain = (value: string | number): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  String(value).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, ' ')
