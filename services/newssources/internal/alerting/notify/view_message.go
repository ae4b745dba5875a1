package notify

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

const (
	// viewFile is the name of the attached file of a ViewMessage.
	viewFile = "sources.csv"
	// MaxNamed is the number of sources that a ViewMessage names per section.
	MaxNamed = 50
)

// Destinations are the e-mail addresses and webhooks that get a message.
type Destinations struct {
	Emails     []string    `json:"emails,omitempty"`
	WebhookIDs []uuid.UUID `json:"webhook_ids,omitempty"`
}

// ViewMessage is a message with the sources of a view.
type ViewMessage struct {
	SubscriptionID uuid.UUID `json:"subscription_id"`
	ViewID         uuid.UUID `json:"view_id"`
	View           string    `json:"view"`
	// IsComplete reports whether the message is about all sources of the view, not only the new and changed
	// ones.
	IsComplete bool `json:"is_complete"`
	// Total is the number of sources of the view. If IsMinimum is set, the view has more.
	Total             int         `json:"total"`
	IsMinimum         bool        `json:"is_minimum,omitempty"`
	Rows              int         `json:"rows"`                          // sources in the file
	FileOmittedReason string      `json:"file_omitted_reason,omitempty"` // as a sentence
	New               ViewSection `json:"new"`
	Changed           ViewSection `json:"changed"`
	Gone              ViewSection `json:"gone"` // sources that are no longer in the view
}

// ViewSection has the sources that differ from the previous message in the same way.
type ViewSection struct {
	Count   int          `json:"count"`
	Sources []ViewSource `json:"sources"` // the first MaxNamed
}

// ViewSource is a source in a ViewMessage.
type ViewSource struct {
	ID   uuid.UUID `json:"id"`
	Name string    `json:"name"`
}

// Add counts a source, and names it unless there are MaxNamed already.
func (s *ViewSection) Add(id uuid.UUID, name string) {
	if s.Count++; len(s.Sources) < MaxNamed && name != "" {
		s.Sources = append(s.Sources, ViewSource{id, oneLine(name)})
	}
}

// SendView stores a message with the sources of a view and a delivery for each destination, in tx. file
// is a CSV file, or nil. It returns the id of the message.
func (s *Service) SendView(ctx context.Context, tx postgres.Tx, at time.Time, to Destinations, view ViewMessage,
	file []byte) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	view.View = oneLine(view.View)
	m := Message{Kind: viewMessage, RuleName: view.View, At: at, Threads: []uuid.UUID{view.SubscriptionID},
		View: &view}
	destinations := Rule{Settings: Settings{Name: view.View, Emails: to.Emails, WebhookIDs: to.WebhookIDs}}
	if _, err := s.notify(ctx, tx, id, destinations, m); err != nil || file == nil {
		return id, err
	}
	_, err := tx.Exec(ctx, "UPDATE alert_notifications SET file = $2 WHERE id = $1", id, file)
	return id, err
}

// CheckDestinations normalizes destinations and returns a problem with all invalid ones. before are the
// previous e-mail addresses, which stay allowed.
func (s *Service) CheckDestinations(ctx context.Context, before []string, d *Destinations) error {
	var invalid problem.Fields
	settings := Settings{Emails: d.Emails, WebhookIDs: d.WebhookIDs}
	settings.validateDestinations(&invalid, s.CanEmail())
	d.Emails, d.WebhookIDs = settings.Emails, settings.WebhookIDs
	if err := invalid.Err(); err != nil {
		return err
	}
	if err := s.checkRecipients(ctx, before, d.Emails); err != nil {
		return err
	}
	return s.checkWebhooks(ctx, d.WebhookIDs)
}

// Recipient returns the e-mail address and the role of a member, or an empty address if the member cannot
// sign in any more.
func (s *Service) Recipient(ctx context.Context, q postgres.Querier, id uuid.UUID) (email string, role identity.Role,
	err error) {
	rows, err := q.Query(ctx, `
		SELECT m.email, m.role
		FROM members m
		WHERE m.id = $1 AND m.disabled_at IS NULL AND m.removed_at IS NULL`, id)
	if err != nil {
		return "", "", err
	}
	if _, err := pgx.ForEachRow(rows, []any{&email, &role}, func() error { return nil }); err != nil || email == "" {
		return "", "", err
	}
	outside, err := s.outside(ctx, q, []string{email})
	if err != nil || len(outside) > 0 {
		return "", "", err
	}
	return email, role, nil
}

// DeliveriesOf returns the deliveries of messages, by the id of the message.
func (s *Service) DeliveriesOf(ctx context.Context, messages []uuid.UUID) (map[uuid.UUID][]Delivery, error) {
	rows, err := s.db.Pool.Query(ctx, selectDeliveries+` WHERE d.notification_id = ANY($1) ORDER BY d.id`, messages)
	if err != nil {
		return nil, err
	}
	list, err := pgx.CollectRows(rows, scanDelivery)
	found := map[uuid.UUID][]Delivery{}
	for _, d := range list {
		found[d.NotificationID] = append(found[d.NotificationID], d)
	}
	return found, err
}

// subject returns the subject of the e-mail.
func (v ViewMessage) subject() string {
	if v.IsComplete {
		return v.View + ": " + v.count()
	}
	var parts []string
	for _, part := range []struct {
		section ViewSection
		text    string
	}{{v.New, "new"}, {v.Changed, "changed"}, {v.Gone, "no longer in the view"}} {
		if part.section.Count > 0 {
			parts = append(parts, Number(part.section.Count)+" "+part.text)
		}
	}
	return v.View + ": " + strings.Join(parts, ", ")
}

// count returns the number of sources of the view in words.
func (v ViewMessage) count() string {
	switch {
	case v.IsMinimum:
		return "more than " + Number(v.Total) + " sources"
	case v.Total == 1:
		return "1 source"
	}
	return Number(v.Total) + " sources"
}

// mailContent returns the content of the e-mail.
func (v ViewMessage) mailContent(to links) mailContent {
	c := mailContent{Intro: fmt.Sprintf("The view “%s” has %s.", v.View, v.count()), Link: to.view(v.ViewID),
		LinkText: "Open the view, where you can also change, pause or delete this subscription"}
	switch {
	case v.FileOmittedReason != "":
		c.Intro += " " + v.FileOmittedReason
	case v.Rows > 0 && v.IsComplete:
		c.Intro += " The CSV file of the view is attached."
	case v.Rows > 0:
		c.Intro += " The new and changed ones are attached as a CSV file."
	}
	if v.IsComplete {
		return c
	}
	section := func(title string, s ViewSection) {
		if s.Count == 0 {
			return
		}
		out := mailSection{Title: fmt.Sprintf("%s (%s)", title, Number(s.Count)), More: s.Count - len(s.Sources)}
		for _, found := range s.Sources {
			out.Lines = append(out.Lines, mailLine{Name: found.Name, Link: to.source(&found.ID)})
		}
		c.Sections = append(c.Sections, out)
	}
	section("New", v.New)
	section("Changed", v.Changed)
	section("No longer in the view", v.Gone)
	return c
}

// viewPayload is the body of a webhook: the schema ViewPayload of the contract.
type viewPayload struct {
	Type      string          `json:"type"` // view
	Timestamp time.Time       `json:"timestamp"`
	Data      viewPayloadData `json:"data"`
}

type viewPayloadData struct {
	View              payloadLink     `json:"view"`
	IsComplete        bool            `json:"is_complete"`
	Total             int             `json:"total"`
	IsMinimum         bool            `json:"total_is_minimum"`
	Rows              int             `json:"rows"`
	CSV               string          `json:"csv,omitempty"`
	FileOmittedReason string          `json:"csv_omitted_reason,omitempty"`
	New               payloadViewPart `json:"new"`
	Changed           payloadViewPart `json:"changed"`
	Gone              payloadViewPart `json:"gone"`
}

type payloadViewPart struct {
	Count   int           `json:"count"`
	Sources []payloadLink `json:"sources"`
}

// payload returns the body of a webhook.
func (v ViewMessage) payload(at time.Time, to links, file []byte) viewPayload {
	part := func(s ViewSection) payloadViewPart {
		out := payloadViewPart{Count: s.Count, Sources: make([]payloadLink, len(s.Sources))}
		for i, found := range s.Sources {
			out.Sources[i] = payloadLink{found.ID, found.Name, to.source(&found.ID)}
		}
		return out
	}
	return viewPayload{Type: viewMessage, Timestamp: at.UTC(), Data: viewPayloadData{
		View: payloadLink{v.ViewID, v.View, to.view(v.ViewID)}, IsComplete: v.IsComplete, Total: v.Total,
		IsMinimum: v.IsMinimum, Rows: v.Rows, CSV: string(file), FileOmittedReason: v.FileOmittedReason,
		New: part(v.New), Changed: part(v.Changed), Gone: part(v.Gone),
	}}
}
