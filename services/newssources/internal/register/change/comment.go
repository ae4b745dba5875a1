package change

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// maxComments is the maximum number of comments on a proposal, as in openapi.yaml.
const maxComments = 200

// Comment is a text of a member about a proposal.
type Comment struct {
	ID        uuid.UUID
	CreatedAt time.Time
	Author    *source.Person // nil if the member was deleted
	Body      string
}

// AnswerKind is what happened to a proposal.
type AnswerKind string

// The kinds of answers. The values are stored in messages.
const (
	Approved       AnswerKind = "approved"
	ApprovedInPart AnswerKind = "approved_in_part"
	WasRejected    AnswerKind = "rejected"
	Commented      AnswerKind = "comment"
)

// Answer is what another member did with a proposal. Text is the reason or the comment.
type Answer struct {
	Kind     AnswerKind
	Set      uuid.UUID
	Title    string
	AuthorID uuid.UUID // of the proposal
	By, Text string
}

// AnswerNotifier tells the author of a proposal about an answer, in its transaction.
type AnswerNotifier func(ctx context.Context, tx postgres.Tx, a Answer) error

// OnAnswer sets the function that is called with each answer. It must be called before any other method.
func (s *Sets) OnAnswer(f AnswerNotifier) { s.answer = f }

// tell calls the function of OnAnswer with the answer of the actor to a proposal.
func (s *Sets) tell(ctx context.Context, tx postgres.Tx, by audit.Actor, set *Set, kind AnswerKind, text string) error {
	if s.answer == nil || set.CreatedBy == nil {
		return nil
	}
	return s.answer(ctx, tx, Answer{Kind: kind, Set: set.ID, Title: set.Title, AuthorID: set.CreatedBy.ID, By: by.Name,
		Text: text})
}

// Comments returns the comments on a proposal, the oldest first.
func (s *Sets) Comments(ctx context.Context, id uuid.UUID) ([]Comment, error) {
	if _, err := s.Get(ctx, id); err != nil {
		return nil, err
	}
	rows, err := s.db.Pool.Query(ctx, `
		SELECT c.id, c.created_at, c.body, m.id, m.email, m.name
		FROM change_comments c
		LEFT JOIN members m ON m.id = c.author_id
		WHERE c.change_set_id = $1
		ORDER BY c.id`, id)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (c Comment, err error) {
		var author *uuid.UUID
		var email, name *string
		err = row.Scan(&c.ID, &c.CreatedAt, &c.Body, &author, &email, &name)
		c.Author = person(author, email, name)
		return c, err
	})
}

// AddComment adds a comment to a proposal and tells its author, unless the author wrote it. Contributors
// can comment on their own proposals.
func (s *Sets) AddComment(ctx context.Context, by audit.Actor, id uuid.UUID, body string) (*Comment, error) {
	body = postgres.Text(strings.TrimSpace(body))
	if body == "" {
		var wrong problem.Fields
		wrong.Add("/body", "required", "Enter a comment.")
		return nil, wrong.Err()
	}
	found, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := checkOwn(found, by); err != nil {
		return nil, err
	}
	made := Comment{ID: uuid.Must(uuid.NewV7()), Body: body}
	err = s.db.Tx(ctx, func(tx postgres.Tx) error {
		set, err := lock(ctx, tx, id)
		if err != nil {
			return err
		}
		if set.ProposedAt == nil || set.State == Cancelled {
			return problem.New(problem.BadTransition, "Only a proposal can be commented on, until it is withdrawn.")
		}
		var count int
		const countComments = "SELECT count(*) FROM change_comments WHERE change_set_id = $1"
		if err := tx.QueryRow(ctx, countComments, id).Scan(&count); err != nil {
			return err
		}
		if count >= maxComments {
			return problem.New(problem.LimitReached, "This proposal has %d comments, which is the maximum.", count)
		}
		err = tx.QueryRow(ctx, `
			INSERT INTO change_comments (id, change_set_id, author_id, body)
			VALUES ($1, $2, $3, $4)
			RETURNING created_at`, made.ID, id, by.ActorID, body).Scan(&made.CreatedAt)
		if err != nil {
			return err
		}
		isOwn := isBy(found.CreatedBy, by)
		// The new time of the change set makes open pages reload the comments.
		_, err = tx.Exec(ctx, `
			UPDATE change_sets SET updated_at = now(), answer_seen = answer_seen AND $2
			WHERE id = $1`, id, isOwn)
		if err != nil || isOwn {
			return err
		}
		return s.tell(ctx, tx, by, found, Commented, body)
	})
	if err != nil {
		return nil, err
	}
	if by.ActorID != nil {
		made.Author = &source.Person{ID: *by.ActorID, Email: by.Email, Name: by.Name}
	}
	return &made, nil
}
