package notify

import (
	"fmt"
	"html/template"
	"strings"
	"time"

	"github.com/google/uuid"
)

// mailTime is the format of times in e-mails.
const mailTime = "2 Jan 2006 15:04 MST"

// links returns the addresses of pages of the app.
type links struct{ base string }

func (l links) source(id *uuid.UUID) string {
	if l.base == "" || id == nil {
		return ""
	}
	return l.base + "/newssources/" + id.String()
}

func (l links) rule(id uuid.UUID) string {
	if l.base == "" {
		return ""
	}
	return l.base + "/newssources/alerts/" + id.String()
}

func (l links) changeSet(id uuid.UUID) string {
	if l.base == "" {
		return ""
	}
	return l.base + "/newssources/changes/" + id.String()
}

func (l links) view(id uuid.UUID) string {
	if l.base == "" {
		return ""
	}
	return l.base + "/newssources?view=" + id.String()
}

// mailSection is a list of alerts in an e-mail.
type mailSection struct {
	Title string
	Lines []mailLine
	More  int
}

type mailLine struct{ Name, Text, Link string }

// mailContent is the content of an e-mail, for the text and the HTML form.
type mailContent struct {
	Intro    string
	Quote    string // what a member wrote
	Sections []mailSection
	Link     string // to the page that the message is about
	LinkText string
}

func (m Message) mailContent(l links) mailContent {
	if m.Answer != nil {
		return m.Answer.mailContent(l)
	}
	if m.View != nil {
		return m.View.mailContent(l)
	}
	zone, err := time.LoadLocation(m.Zone)
	if err != nil {
		zone = time.UTC
	}
	c := mailContent{Intro: "Alert rule: " + m.RuleName, Link: l.rule(m.RuleID),
		LinkText: "Change or mute this rule"}
	if m.Kind == testMessage {
		c.Intro = "This is a test of the alert rule “" + m.RuleName + "”. Alerts of this rule will be sent to this address."
	}
	section := func(title string, s MessageSection) {
		if s.Count == 0 {
			return
		}
		out := mailSection{Title: fmt.Sprintf("%s (%s)", title, Number(s.Count)), More: s.Count - len(s.List)}
		for _, a := range s.List {
			line := mailLine{Name: a.SourceName, Text: a.Text, Link: l.source(a.SourceID)}
			if a.SourceID == nil {
				line.Name, line.Link = "The sources of this rule", c.Link
			}
			if a.RecoveredAt == nil {
				line.Text = fmt.Sprintf("%s Since %s.", a.Text, a.Since.In(zone).Format(mailTime))
			}
			out.Lines = append(out.Lines, line)
		}
		c.Sections = append(c.Sections, out)
	}
	section("New", m.Firing)
	section("Continuing", m.Reminded)
	section("Recovered", m.Recovered)
	section("Ended", m.Ended)
	return c
}

// mailText returns the plain text of an e-mail.
func (c mailContent) mailText() string {
	var b strings.Builder
	fmt.Fprintln(&b, c.Intro)
	if c.Quote != "" {
		fmt.Fprintf(&b, "\n> %s\n", strings.ReplaceAll(c.Quote, "\n", "\n> "))
	}
	for _, s := range c.Sections {
		fmt.Fprintf(&b, "\n%s\n", s.Title)
		for _, line := range s.Lines {
			fmt.Fprintf(&b, "\n- %s\n", line.Name)
			if line.Text != "" {
				fmt.Fprintf(&b, "  %s\n", line.Text)
			}
			if line.Link != "" {
				fmt.Fprintf(&b, "  %s\n", line.Link)
			}
		}
		if s.More > 0 {
			fmt.Fprintf(&b, "\n- and %s more\n", Number(s.More))
		}
	}
	if c.Link != "" {
		fmt.Fprintf(&b, "\n%s: %s\n", c.LinkText, c.Link)
	}
	return b.String()
}

var mailTemplate = template.Must(template.New("mail").Funcs(template.FuncMap{"number": Number}).Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Intro}}</title></head>
<body style="font-family: sans-serif; font-size: 14px; line-height: 1.5; color: #1a1a1a; max-width: 640px">
<p>{{.Intro}}</p>
{{if .Quote}}<blockquote style="margin: 0; padding-left: 12px; border-left: 3px solid #c0c8d0; white-space: pre-wrap">{{.Quote}}</blockquote>
{{end}}{{range .Sections}}<h2 style="font-size: 16px; margin: 24px 0 8px">{{.Title}}</h2>
<ul style="padding-left: 20px; margin: 0">
{{range .Lines}}<li style="margin-bottom: 8px">{{if .Link -}}
<a href="{{.Link}}" style="color: #004a9f"><strong>{{.Name}}</strong></a>{{else -}}
<strong>{{.Name}}</strong>{{end}}{{if .Text}}<br>{{.Text}}{{end}}</li>
{{end}}{{if .More}}<li>and {{number .More}} more</li>
{{end}}</ul>
{{end}}{{if .Link}}<p style="margin-top: 24px"><a href="{{.Link}}" style="color: #004a9f">{{.LinkText}}</a></p>
{{end}}</body></html>
`))

// mailHTML returns the HTML form of an e-mail.
func (c mailContent) mailHTML() (string, error) {
	var b strings.Builder
	err := mailTemplate.Execute(&b, c)
	return b.String(), err
}
