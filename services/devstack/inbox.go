package main

import "github.com/newsources/newsources/services/devstack/inbox"

// inboxAddr is fixed, because alert rules store the addresses of webhooks across restarts.
const inboxAddr = "127.0.0.1:8025"

// inboxInfo describes the receiver of alerts.
type inboxInfo struct {
	SMTP    string `json:"smtp"`    // host:port of the mail server
	Page    string `json:"page"`    // shows what has arrived; mails.json and webhooks.json have it for programs
	Webhook string `json:"webhook"` // receives webhooks, by a host name of the simulator
}

// startInbox starts the mail server and webhook receiver. It uses any free port if the stack does
// or if inboxAddr is in use.
func (s *stack) startInbox() (*inbox.Inbox, error) {
	addr := inboxAddr
	if s.port == 0 {
		addr = ""
	}
	box, err := inbox.Start(inbox.Options{PageAddr: addr})
	if err != nil && addr != "" {
		box, err = inbox.Start(inbox.Options{})
	}
	if err != nil {
		return nil, err
	}
	s.info.Inbox = inboxInfo{SMTP: box.SMTP, Page: "http://" + box.Page,
		Webhook: "http://inbox.test:" + box.PagePort() + "/webhook"}
	return box, nil
}
