import { enParallele } from "#worker/operations/parallele.ts";

const AT_ONCE = 6;

export interface Fiche {
  id: number;
}

interface Person {
  id: number;
  email: string;
}

/** Calls the product's API over HTTP as a signed-in person. */
export class Api {
  readonly #base: string;
  readonly #token: string;
  readonly user: Person;

  private constructor(base: string, token: string, user: Person) {
    this.#base = base;
    this.#token = token;
    this.user = user;
  }

  /** @param base the address of the API, without a slash at its end */
  static async login(base: string, credentials: { email: string; password: string }) {
    const body = { credentials, remember: false };
    const nobody = { id: 0, email: "" };
    const { user } = await new Api(base, "", nobody).call<{ user: Person & { token: string } }>(
      "POST",
      "/user/login",
      body,
    );
    return new Api(base, user.token, { id: user.id, email: user.email });
  }

  read<T>(path: string): Promise<T> {
    return this.call<T>("GET", path);
  }

  create(path: string, body: object): Promise<Fiche> {
    return this.call<Fiche>("POST", path, body);
  }

  /** Creates the records one after the other, so that identifiers follow the order of the tables. */
  async createAll(path: string, bodies: readonly object[]): Promise<Fiche[]> {
    const fiches: Fiche[] = [];
    for (const body of bodies) fiches.push(await this.create(path, body));
    return fiches;
  }

  send(path: string, form: FormData): Promise<unknown> {
    return this.#answer(
      `POST ${path}`,
      fetch(`${this.#base}${path}`, {
        method: "POST",
        headers: { Authorization: `Token ${this.#token}` },
        body: form,
      }),
    );
  }

  /**
   * @returns `data` of the response
   * @throws Error with the method, the path and the response when the call is refused
   */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#answer<T>(
      `${method} ${path}`,
      fetch(`${this.#base}${path}`, {
        method,
        headers: {
          ...(this.#token ? { Authorization: `Token ${this.#token}` } : {}),
          ...(body ? { "Content-Type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  }

  async #answer<T>(asked: string, sent: Promise<Response>): Promise<T> {
    const response = await sent;
    const answer = await response.text();
    if (!response.ok) throw new Error(`${asked}: ${response.status} ${answer}`);
    const { data } = JSON.parse(answer) as { data: T };
    return data;
  }
}

/** Does the work for every element, a few at a time. A failure is thrown only once all are finished. */
export async function forEach<T>(
  elements: readonly T[],
  work: (element: T) => Promise<unknown>,
): Promise<void> {
  for (const outcome of await enParallele(elements, AT_ONCE, work)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
