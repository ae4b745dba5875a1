package notify

import (
	"context"
	"time"

	"github.com/google/uuid"

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
// It sends nothing if there is no mail server or the author can no longer sign in. It is a
// change.AnswerNotifier.
func (s *Service) SendAnswer(ctx context.Context, tx postgres.Tx, a change.Answer) error {
	if s.mailer == nil {
		return nil
	}
	email, _, err := s.Recipient(ctx, tx, a.AuthorID)
	if err != nil || email == "" {
		return err
	}
	m := Message{Kind: answerMessage, RuleName: answersName, At: time.Now(), Threads: []uuid.UUID{a.Set},
		Answer: &MessageAnswer{a.Kind, a.Set, oneLine(a.Title), oneLine(a.By), a.Text}}
	destination := Rule{Settings: Settings{Name: answersName, Emails: []string{email}}} // without an id
	_, err = s.notify(ctx, tx, uuid.Must(uuid.NewV7()), destination, m)
	return err
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
