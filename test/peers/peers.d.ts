/** What is used of packages that are installed on demand, so that benches are checked where they are not. */
declare module '@gorules/zen-engine' {
  export class ZenEngine {
    createDecision(content: object): { evaluate(context: unknown): Promise<{ result: unknown }> };
  }
}

declare module '@marcbachmann/cel-js' {
  export class Environment {
    constructor(options: { unlistedVariablesAreDyn: boolean });
    parse(expression: string): (context: unknown) => unknown;
  }
}

declare module 'json-logic-engine' {
  export class LogicEngine {
    addMethod(
      name: string,
      method: (values: [unknown, string]) => unknown,
      options: { deterministic: boolean },
    ): void;
    build(logic: unknown): unknown;
  }
}

declare module 'json-rules-engine' {
  export class Engine {
    constructor(rules: unknown[], options: { allowUndefinedFacts: boolean });
    addOperator(name: string, test: (actual: unknown, value: string) => boolean): void;
    addRule(rule: { conditions: { all: object[] }; event: { type: string } }): void;
    run(facts: object): Promise<{ events: { type: string }[] }>;
  }
}

declare module 'sqlite-vec' {
  export function load(database: object): void;
}

declare module 'publint' {
  export function publint(options: { pkgDir: string; strict: boolean }): Promise<{ messages: unknown[] }>;
}
