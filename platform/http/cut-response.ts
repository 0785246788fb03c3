import { connectionCut } from "../faults/index.ts";

/** An answer whose body breaks off after its first bytes, once these are read. */
export class CutResponse extends Response {
  constructor(text: string, bytes: number, init: ResponseInit) {
    const whole = Buffer.from(text);
    let isBegun = bytes === 0;
    const body = new ReadableStream({
      pull: (controller) => {
        if (!isBegun) controller.enqueue(whole.subarray(0, bytes));
        else if (bytes < whole.byteLength) controller.error(connectionCut());
        else controller.close();
        isBegun = true;
      },
    });
    super(body, init);
  }
}
