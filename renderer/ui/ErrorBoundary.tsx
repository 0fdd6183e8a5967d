import { Bug, RotateCw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { messageOf } from '../../shared/contract/errors.ts';
import { t } from '../texts/texts.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface ErrorBoundaryProps {
  /** What failed, e.g. "The editor". */
  readonly name: string;
  /** Tries once more when it changes: what could not be loaded may be there by then. */
  readonly again?: unknown;
  /** Told of the failure, where it is said elsewhere and nothing is to stand here. */
  readonly onFailure?: (message: string) => void;
  readonly children: ReactNode;
}

/** Keeps a mistake of ours in one part from taking the studio, and the user's work, with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly message: string | undefined }> {
  override state: { readonly message: string | undefined } = { message: undefined };

  static getDerivedStateFromError(error: unknown): { readonly message: string } {
    return { message: messageOf(error) };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailure?.(messageOf(error));
  }

  override componentDidUpdate({ again }: ErrorBoundaryProps): void {
    if (again !== this.props.again && this.state.message !== undefined) this.setState({ message: undefined });
  }

  override render(): ReactNode {
    if (this.state.message === undefined) return this.props.children;
    if (this.props.onFailure !== undefined) return null;
    return (
      <EmptyState
        actions={
          <Button icon={RotateCw} onPress={() => this.setState({ message: undefined })}>
            {t('Try again')}
          </Button>
        }
        icon={Bug}
        title={t('{name} could not be shown', { name: this.props.name })}
      >
        {t('{message} Your work is kept.', { message: this.state.message })}
      </EmptyState>
    );
  }
}
