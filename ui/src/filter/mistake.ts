/** What a person wrote cannot be asked; the message says why, to that person. */
export class Mistake extends Error {}
