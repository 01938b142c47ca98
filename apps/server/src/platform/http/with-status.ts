/** The response of a call that succeeds with one of its `otherStatuses`. */
export class WithStatus<Body> {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}
