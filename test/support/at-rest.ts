/**
 * In a page: until nothing that comes to an end is moving. On a busy machine one change of a colour may begin after
 * another has ended.
 */
export async function atRest(): Promise<void> {
  const ending = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
  for (let moving = ending(); moving.length > 0; moving = ending()) {
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await new Promise(resolve => requestAnimationFrame(resolve));
  }
}
