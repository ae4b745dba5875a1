package notify

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
)

// answersName is the name of the answers to proposals in the delivery log, instead of that of a rule.
const answersName = "Answers to proposals"

// MessageAnswer is the answer to a proposal.
type MessageAnswer struct {
	Kind  change.AnswerKind `json:"kind"`
	Set   uuid.UUID         `json:"change_set_id"`
	Title string            `json:"title"`
	By    string            `json:"by"`
	Text  string            `json:"text"`
}

// SendAnswer sends the answer to a proposal to its author by e-mail, in the transaction of the answer.
// Nothing is sent without a mail server, and to members who may not sign in any more. It is a
// change.AnswerFunc.
func (s *Service) SendAnswer(ctx context.Context, tx postgres.Tx, a change.Answer) error {
	if s.mailer == nil || a.AuthorID == nil {
		return nil
	}
	email, err := s.authorAddress(ctx, tx, *a.AuthorID)
	if err != nil || email == "" {
		return err
	}
	m := Message{Kind: answerMessage, RuleName: answersName, At: time.Now(), Threads: []uuid.UUID{a.Set},
		Answer: &MessageAnswer{a.Kind, a.Set, oneLine(a.Title), oneLine(a.By), a.Text}}
	destination := Rule{Settings: Settings{Name: answersName, Emails: []string{email}}} // without an id
	_, err = s.notify(ctx, tx, uuid.Must(uuid.NewV7()), destination, m)
	return err
}

// authorAddress returns the e-mail address of a member who may sign in, or an empty text.
func (s *Service) authorAddress(ctx context.Context, tx postgres.Tx, id uuid.UUID) (email string, err error) {
	err = tx.QueryRow(ctx, `
		SELECT m.email
		FROM members m
		WHERE m.id = $1 AND m.disabled_at IS NULL AND m.removed_at IS NULL`, id).Scan(&email)
	if err != nil || email == "" || s.Allowed.Allows(email) {
		if postgres.IsNoRows(err) {
			err = nil
		}
		return email, err
	}
	folded := identity.FoldEmail(email)
	rows, err := tx.Query(ctx, selectOutside, []string{folded}, []string{folded[strings.LastIndexByte(folded, '@')+1:]})
	if err != nil {
		return "", err
	}
	outside, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if len(outside) > 0 {
		email = ""
	}
	return email, err
}

// subject returns the subject of the e-mail.
func (a MessageAnswer) subject() string {
	return map[change.AnswerKind]string{change.Approved: "Approved", change.ApprovedInPart: "Approved in part",
		change.WasRejected: "Rejected", change.Commented: "Comment"}[a.Kind] + ": " + a.Title
}

// mailContent returns the content of the e-mail.
func (a MessageAnswer) mailContent(l links) mailContent {
	verb := map[change.AnswerKind]string{change.Approved: "approved", change.ApprovedInPart: "approved a part of",
		change.WasRejected: "rejected", change.Commented: "commented on"}[a.Kind]
	return mailContent{Intro: a.By + " " + verb + " your proposal “" + a.Title + "”.", Quote: a.Text,
		Link: l.changeSet(a.Set), LinkText: "Open the proposal"}
}
