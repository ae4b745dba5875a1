package notify

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// maxListed is the number of alerts that a message names per section. The page of the rule lists
// all.
const maxListed = 50

// Kinds of messages.
const (
	alertMessage = "alert"
	testMessage  = "test"
	// answerMessage is the answer to a proposal, which belongs to no rule.
	answerMessage = "answer"
	// viewMessage has the sources of a view, and belongs to no rule.
	viewMessage = "view"
)

// Message is what is sent to each destination of a rule. It is stored as JSON.
type Message struct {
	Kind      string         `json:"kind"`
	RuleID    uuid.UUID      `json:"rule_id"`
	RuleName  string         `json:"rule_name"`
	At        time.Time      `json:"at"`
	Zone      string         `json:"zone"`    // of the times in e-mails
	Threads   []uuid.UUID    `json:"threads"` // the first notifications about these alerts
	Firing    MessageSection `json:"firing"`
	Reminded  MessageSection `json:"still_firing"`
	Recovered MessageSection `json:"recovered"` // the source works again
	// The source no longer meets the condition of the rule, but does not work either.
	Ended  MessageSection `json:"ended"`
	Answer *MessageAnswer `json:"answer,omitempty"` // of an answerMessage
	View   *ViewMessage   `json:"list,omitempty"`   // of a viewMessage
}

// MessageSection holds the alerts of one kind.
type MessageSection struct {
	Count int            `json:"count"`
	List  []MessageAlert `json:"list"` // the first maxListed
}

// MessageAlert is an alert in a message.
type MessageAlert struct {
	ID         uuid.UUID  `json:"id"`
	SourceID   *uuid.UUID `json:"source_id,omitempty"` // absent: the whole view
	SourceName string     `json:"source_name,omitempty"`
	AlertFacts
}

// AlertFacts are what e-mails and webhooks say about an alert.
type AlertFacts struct {
	State       health.State `json:"state,omitempty"`
	Cause       health.Cause `json:"cause,omitempty"`
	Affected    int          `json:"affected"`
	Total       int          `json:"total"`
	Since       time.Time    `json:"since"`
	RecoveredAt *time.Time   `json:"recovered_at,omitempty"`
	Text        string       `json:"text"`
}

// newMessage returns the message about a decision. names holds the names of the sources.
func newMessage(id uuid.UUID, rule Rule, d Decision, names map[uuid.UUID]string, at time.Time) Message {
	m := Message{Kind: alertMessage, RuleID: rule.ID, RuleName: rule.Name, At: at, Zone: rule.Zone}
	section := func(list []Alert) (s MessageSection) {
		s.Count = len(list)
		for i, a := range list {
			if a.ThreadID != nil && !contains(m.Threads, *a.ThreadID) && len(m.Threads) < maxThreads {
				m.Threads = append(m.Threads, *a.ThreadID)
			}
			if i < maxListed {
				s.List = append(s.List, messageAlert(rule.Condition, a, names[a.SourceID]))
			}
		}
		return s
	}
	var recovered, ended []Alert
	for _, a := range d.Recovered {
		if a.SourceID == uuid.Nil || a.State == health.OK {
			recovered = append(recovered, a)
		} else {
			ended = append(ended, a)
		}
	}
	m.Firing, m.Reminded, m.Recovered, m.Ended = section(d.Firing), section(d.Reminded), section(recovered), section(ended)
	if len(m.Threads) == 0 {
		m.Threads = []uuid.UUID{id}
	}
	return m
}

func messageAlert(c Condition, a Alert, name string) MessageAlert {
	m := MessageAlert{ID: a.ID, AlertFacts: AlertFacts{
		State: a.State, Cause: a.Cause, Affected: a.Affected, Total: a.Total, Since: a.Since.UTC(),
		RecoveredAt: a.RecoveredAt, Text: describe(c, a),
	}}
	if len(c.Reviews) > 0 { // the cause is that of a review
		m.Cause = ""
	}
	if a.SourceID != uuid.Nil {
		m.SourceID, m.SourceName = &a.SourceID, oneLine(name)
	}
	return m
}

// reviewTexts are the sentences about rights that need a review.
var reviewTexts = map[sourcerights.Review]string{
	sourcerights.Signals:       "The site declares something else than before about the use of its content.",
	sourcerights.ContractEnds:  "The contract with the publisher ends within 30 days.",
	sourcerights.ContractEnded: "The contract with the publisher has ended.",
}

// describe returns a sentence about an alert.
func describe(c Condition, a Alert) string {
	switch {
	case a.SourceID == uuid.Nil:
		return viewText(a.Affected, a.Total)
	case len(c.Reviews) > 0 && a.RecoveredAt == nil:
		return reviewTexts[sourcerights.Review(a.Cause)] + a.Detail
	case len(c.Reviews) > 0:
		return "A member has looked at the rights, or the rule no longer watches the source."
	case a.RecoveredAt == nil:
		return health.ReasonOf(a.State, a.Cause, a.Affected, a.Total)
	case a.State == "":
		return "No longer checked: the source is paused or archived, or it has no active endpoint."
	case c.matches(a.State, a.Cause):
		return "No longer part of the sources that this rule watches. " +
			health.ReasonOf(a.State, a.Cause, a.Affected, a.Total)
	case a.State == health.OK:
		return "Working again after " + duration(a.RecoveredAt.Sub(a.Since)) + "."
	}
	return health.ReasonOf(a.State, a.Cause, a.Affected, a.Total)
}

// viewText returns the sentence about a view.
func viewText(affected, total int) string {
	if total == 0 {
		return "No source that this rule watches is checked."
	}
	return fmt.Sprintf("%s of %s checked sources are affected (%d %%).", Number(affected), Number(total),
		affected*100/total)
}

// duration returns a duration in the two largest units, such as "3 h 10 min".
func duration(d time.Duration) string {
	minutes := int(d.Minutes())
	switch days, hours := minutes/(24*60), minutes/60%24; {
	case minutes < 1:
		return "less than a minute"
	case days > 0 && hours > 0:
		return fmt.Sprintf("%d d %d h", days, hours)
	case days > 0:
		return fmt.Sprintf("%d d", days)
	case hours > 0 && minutes%60 > 0:
		return fmt.Sprintf("%d h %d min", hours, minutes%60)
	case hours > 0:
		return fmt.Sprintf("%d h", hours)
	}
	return fmt.Sprintf("%d min", minutes)
}

// Number returns a number with thousands separators, as screens show it.
func Number(n int) string { return message.NewPrinter(language.English).Sprintf("%d", n) }

// oneLine replaces control characters, so that a name cannot add lines to a header or a list.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text,
		func(r rune) bool { return r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' || r == '\u0085' }), " ")
}

// Subject returns the subject of an e-mail. It names the rule last, because clients cut long
// subjects.
func (m Message) Subject() string {
	firing, reminded, recovered, ended := m.Firing.Count, m.Reminded.Count, m.Recovered.Count, m.Ended.Count
	switch {
	case m.Answer != nil:
		return m.Answer.subject()
	case m.View != nil:
		return m.View.subject()
	case m.Kind == testMessage:
		return "Test of the alert rule “" + m.RuleName + "”"
	case firing == 1 && reminded+recovered+ended == 0:
		return m.headline(m.Firing.List[0], "") + " – " + m.RuleName
	case firing+recovered+ended == 0 && reminded == 1:
		return "Reminder: " + m.headline(m.Reminded.List[0], "") + " – " + m.RuleName
	case firing+reminded+ended == 0 && recovered == 1:
		return "Recovered: " + m.headline(m.Recovered.List[0], "view") + " – " + m.RuleName
	case firing+reminded+recovered == 0 && ended == 1:
		return "Ended: " + m.headline(m.Ended.List[0], "") + " – " + m.RuleName
	}
	var parts []string
	for _, part := range []struct {
		count int
		text  string
	}{{firing, "new"}, {reminded, "continuing"}, {recovered, "recovered"}, {ended, "ended"}} {
		if part.count > 0 {
			parts = append(parts, Number(part.count)+" "+part.text)
		}
	}
	return strings.Join(parts, ", ") + " – " + m.RuleName
}

// headline names the source of an alert and its state.
func (m Message) headline(a MessageAlert, view string) string {
	switch {
	case a.SourceID == nil && view != "":
		return view
	case a.SourceID == nil:
		return fmt.Sprintf("%s of %s sources affected", Number(a.Affected), Number(a.Total))
	case a.State == "" || a.State == health.OK:
		return a.SourceName
	}
	return a.SourceName + ": " + a.State.Label()
}

// list returns the name of the mailing list of e-mails: that of the rule, of the answers to proposals, or of the view.
func (m Message) list() string {
	switch {
	case m.Answer != nil:
		return "proposals"
	case m.View != nil:
		return m.View.ViewID.String() + ".views"
	}
	return m.RuleID.String() + ".alerts"
}
