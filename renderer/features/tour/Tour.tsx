import { ArrowRight, Compass, PartyPopper } from 'lucide-react';
import { useEffect } from 'react';
import { useAnalysis } from '../../stores/analysis.ts';
import { selectHasUnsaved, useDocuments } from '../../stores/documents.ts';
import { type LiveTests, useFollowTests, useLiveTests } from '../../stores/live-tests.ts';
import { isPanelOpen, setPanelOpen } from '../../stores/panels.ts';
import { selectIsToured, selectOverlaps, setTour, toured } from '../../stores/tour.ts';
import {
  setWorkspace,
  showProblems,
  showRule,
  showTest,
  useWorkspace,
  type Workspace,
} from '../../stores/workspace.ts';
import { t } from '../../texts/texts.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';

/** What steps are judged by: what the user really looks at and has done. */
interface Standing {
  readonly place: Workspace;
  readonly sampleBefore: string | undefined;
  /** Undefined until the rules were analysed. */
  readonly overlaps: boolean | undefined;
  readonly testPasses: boolean;
  readonly hasUnsaved: boolean;
}

interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: (standing: Standing) => boolean;
  /** Leads to where it is done; absent where that is in sight everywhere. */
  readonly go?: () => void;
}

const steps: readonly Step[] = [
  {
    title: t('See when a rule fires'),
    text: t(
      'Choose the rule “Architecture while planning” of the planning rules. The inspector says of each of its conditions whether it holds for the sample in the top bar.',
    ),
    isDone: ({ place }) => place.view === 'rules' && place.ruleId === toured.wider,
    go: () => showRule(toured.engine),
  },
  {
    title: t('Try another sample'),
    text: t(
      'Choose another sample in the top bar. Rules, memories and tokens follow at once; nothing has to be run.',
    ),
    isDone: ({ place, sampleBefore }) => place.sampleId !== sampleBefore,
  },
  {
    title: t('See what Weft has found'),
    text: t(
      'Open the problems. One of them is a rule that another one makes superfluous: it was proved, not guessed.',
    ),
    isDone: ({ place }) =>
      place.view === 'problems' || (place.drawerTab === 'problems' && isPanelOpen(place, 'drawer')),
    go: showProblems,
  },
  {
    title: t('Repair the overlap'),
    text: t(
      '“Architecture for tech leads” fires only where “Architecture while planning” fires already, and adds nothing to it. Delete or mute it with the button at the problem, or select it in the rules and press Delete.',
    ),
    isDone: ({ overlaps }) => overlaps === false,
    go: showProblems,
  },
  {
    title: t('See a test fail'),
    text: t(
      'Choose the test “Security from a risk of 0.6 on”. It says what is expected, what came, and why.',
    ),
    isDone: ({ place }) => place.view === 'tests' && place.testId === toured.test,
    go: () => setWorkspace({ view: 'tests' }),
  },
  {
    title: t('Repair the test'),
    text: t(
      'The team agreed on 0.6 and above, and the rule asks for more than 0.6. Press Mend at what fails: Weft has found the smallest change. You can also change the rule yourself.',
    ),
    isDone: ({ testPasses }) => testPasses,
    go: () => showTest(toured.test),
  },
  {
    title: t('Save it, or take it back'),
    text: t(
      'Both repairs are steps of one history. Save writes the two files; “Undo all changes” gives them back as they were.',
    ),
    isDone: ({ hasUnsaved }) => !hasUnsaved,
  },
];

const selectReached = ({ tour }: Workspace) => tour?.reached ?? 0;
const selectSampleBefore = ({ tour }: Workspace) => tour?.sampleBefore;

/** Stands over every view while the tour goes on: one step at a time, done by what the user does. */
export function Tour() {
  const reached = useWorkspace(selectReached);
  const isHere = useDocuments(selectIsToured);
  if (!isHere) return null;
  const step = steps[reached];
  if (step === undefined) return <Finished />;
  return (
    <Banner
      actions={
        <>
          {step.go === undefined ? null : (
            <Button icon={ArrowRight} onPress={step.go}>
              {t('Take me there')}
            </Button>
          )}
          <Button onPress={leave} variant="quiet">
            {t('Leave the tour')}
          </Button>
        </>
      }
      announced={t('Tour')}
      icon={Compass}
      title={t('Step {step} of {count}: {title}', {
        step: reached + 1,
        count: steps.length,
        title: step.title,
      })}
      tone="neutral"
    >
      {step.text}
      <Follower step={step} />
    </Banner>
  );
}

/** Where it was left it is taken up, and it does not come by itself again. */
const leave = () => setTour({ isShown: false });

function Finished() {
  const look = () => {
    setWorkspace({ view: 'rules', drawerTab: 'budget' });
    setPanelOpen('drawer', true);
    finish();
  };
  return (
    <Banner
      actions={
        <>
          <Button onPress={look}>{t('Look at the budget')}</Button>
          <Button onPress={finish} variant="quiet">
            {t('End the tour')}
          </Button>
        </>
      }
      announced={t('Tour')}
      icon={PartyPopper}
      title={t('That was the tour')}
      tone="neutral"
    >
      {t(
        'You have seen why a rule fires, mended one and made a test pass. Next, drag the limit of the budget and see what leaves first, or ask “Why not” of any memory.',
      )}
    </Banner>
  );
}

/** From here on it begins anew when it is asked for. */
const finish = () => setTour({ isShown: false, reached: 0 });

const selectPasses = ({ results }: LiveTests) => results[toured.test]?.passed === true;
const selectAll = (place: Workspace) => place;

/** Goes on once the step is done. */
function Follower({ step }: { readonly step: Step }) {
  useFollowTests();
  const standing: Standing = {
    place: useWorkspace(selectAll),
    sampleBefore: useWorkspace(selectSampleBefore),
    overlaps: useAnalysis(selectOverlaps),
    testPasses: useLiveTests(selectPasses),
    hasUnsaved: useDocuments(selectHasUnsaved),
  };
  const isDone = step.isDone(standing);
  const { sampleId } = standing.place;
  useEffect(() => {
    if (isDone) setTour({ reached: steps.indexOf(step) + 1, sampleBefore: sampleId });
  }, [isDone, step, sampleId]);
  return null;
}
