package notify

import (
	"time"

	"github.com/google/uuid"
)

// payload is the body of a webhook: the schema AlertPayload of the contract.
type payload struct {
	Type      string      `json:"type"` // alert or test
	Timestamp time.Time   `json:"timestamp"`
	Data      payloadData `json:"data"`
}

type payloadData struct {
	Rule        payloadLink    `json:"rule"`
	Firing      payloadSection `json:"firing"`
	StillFiring payloadSection `json:"still_firing"`
	Recovered   payloadSection `json:"recovered"`
	Ended       payloadSection `json:"ended"`
}

// payloadLink is a rule, a view or a source, with its page in the app.
type payloadLink struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
	URL  string    `json:"url,omitempty"`
}

type payloadSection struct {
	Count  int            `json:"count"`
	Alerts []payloadAlert `json:"alerts"`
}

type payloadAlert struct {
	ID     uuid.UUID    `json:"id"`
	Source *payloadLink `json:"source,omitempty"`
	AlertFacts
}

func (m Message) payload(l links) payload {
	section := func(s MessageSection) payloadSection {
		out := payloadSection{Count: s.Count, Alerts: make([]payloadAlert, 0, len(s.List))}
		for _, a := range s.List {
			alert := payloadAlert{ID: a.ID, AlertFacts: a.AlertFacts}
			if a.SourceID != nil {
				alert.Source = &payloadLink{*a.SourceID, a.SourceName, l.source(a.SourceID)}
			}
			out.Alerts = append(out.Alerts, alert)
		}
		return out
	}
	return payload{Type: m.Kind, Timestamp: m.At.UTC(), Data: payloadData{
		Rule: payloadLink{m.RuleID, m.RuleName, l.rule(m.RuleID)}, Firing: section(m.Firing),
		StillFiring: section(m.Reminded), Recovered: section(m.Recovered), Ended: section(m.Ended),
	}}
}
