import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { ChangeSet } from '@/api/gen/types.gen';
import { useMember } from '@/auth/member';
import { useCanChange } from '@/components/change-set/use-can-change';
import { Field } from '@/components/form/Field';
import { ProblemNote } from '@/components/form/ProblemNote';
import { useSave } from '@/components/form/use-save';
import { QueryView } from '@/components/QueryView';
import { RelativeTime } from '@/components/RelativeTime';
import { commentsQuery, useAddComment } from '@/entities/change-set/comments.queries';
import classes from './changes.module.css';

/** The limit of the API. */
const MAX_COMMENT = 2000;

/** The comments on a proposal. Its author and editors can add one, also after the decision. */
export function Comments({ changeSet }: { changeSet: ChangeSet }) {
  const { id, state, created_by: author } = changeSet;
  const query = useQuery(commentsQuery(id));
  const isOwn = useMember().id === author.id;
  const canComment = useCanChange(changeSet) && state !== 'cancelled';
  return (
    <section aria-labelledby="comments" className={`stack-12 ${classes.comments}`}>
      <h2 id="comments" className="heading">
        Comments
      </h2>
      <QueryView query={query} errorTitle="The comments could not be loaded" loading={2}>
        {(comments) =>
          comments.length === 0 ? (
            <p className="dimmed">No comments yet.</p>
          ) : (
            <ol className="list card divided" aria-label="Comments, oldest first">
              {comments.map((comment) => (
                <li key={comment.id} className={classes.comment}>
                  <div className="spread">
                    <span className="semibold" title={comment.author.email || undefined}>
                      {comment.author.name || 'Deleted member'}
                    </span>
                    <span className="dimmed">
                      <RelativeTime at={comment.created_at} />
                    </span>
                  </div>
                  <p className={`breakable ${classes.commentBody}`}>{comment.body}</p>
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
      {canComment && <CommentForm id={id} isOwn={isOwn} />}
    </section>
  );
}

function CommentForm({ id, isOwn }: { id: string; isOwn: boolean }) {
  const add = useAddComment(id);
  const form = useForm({ defaultValues: { body: '' } });
  const { formProps, saving, problem } = useSave(form, {
    fields: ['body'],
    send: ({ body }) => add.mutateAsync(body.trim()),
    onSaved: () => form.reset(),
  });
  return (
    <form className="stack-12" {...formProps}>
      <Field
        control={form.control}
        name="body"
        as={Textarea}
        label="Comment"
        description={
          isOwn ? 'Editors and administrators see it on this page.' : 'The author of the proposal is notified.'
        }
        maxLength={MAX_COMMENT}
        autosize
        minRows={2}
      />
      {problem && <ProblemNote {...problem} />}
      <div>
        <Button type="submit" variant="default" loading={saving} disabled={!form.formState.isDirty}>
          Add comment
        </Button>
      </div>
    </form>
  );
}
