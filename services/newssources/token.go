package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
)

const tokenUsage = `usage: newssources token create --owner EMAIL --name NAME [--scope read|write] [--days 90]
       newssources token list [--owner EMAIL]
       newssources token revoke ID`

// token creates, lists or revokes API tokens.
func token(ctx context.Context, args []string, out io.Writer) error {
	commands := map[string]func(context.Context, *people.Directory, []string, io.Writer) error{
		"create": createToken, "list": listTokens, "revoke": revokeToken,
	}
	if len(args) == 0 || commands[args[0]] == nil {
		return errors.New(tokenUsage)
	}
	db, err := openDatabase(ctx, 1)
	if err != nil {
		return err
	}
	defer db.Close()
	directory := people.New(db, identity.AllowList{}, func() {})
	if err := commands[args[0]](ctx, directory, args[1:], out); err != nil {
		return errors.New(userText(err))
	}
	return nil
}

// parseFlags parses the flags of a token command, which takes no other arguments.
func parseFlags(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		return errors.New(tokenUsage)
	}
	return nil
}

// createToken prints a new token alone on a line, so that a script can read it.
func createToken(ctx context.Context, directory *people.Directory, args []string, out io.Writer) error {
	flags := newFlags("create")
	owner, name := flags.String("owner", "", ""), flags.String("name", "", "")
	scope, days := flags.String("scope", string(identity.Read), ""), flags.Int("days", 90, "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	member, err := directory.ByEmail(ctx, *owner)
	if err != nil {
		return err
	}
	_, secret, err := directory.CreateToken(ctx, commandActor(), people.TokenInput{
		Owner: member.ID, Name: *name, Scopes: []identity.Scope{identity.Scope(*scope)},
		ExpiresAt: time.Now().AddDate(0, 0, *days),
	})
	if err == nil {
		_, err = fmt.Fprintln(out, secret)
	}
	return err
}

func listTokens(ctx context.Context, directory *people.Directory, args []string, out io.Writer) error {
	flags := newFlags("list")
	owner := flags.String("owner", "", "")
	if err := parseFlags(flags, args); err != nil {
		return err
	}
	var id *uuid.UUID
	if *owner != "" {
		member, err := directory.ByEmail(ctx, *owner)
		if err != nil {
			return err
		}
		id = &member.ID
	}
	list, err := directory.Tokens(ctx, id)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "ID\tOWNER\tNAME\tSCOPES\tTOKEN\tSTATE\tEXPIRES\tLAST USED")
	for _, t := range list {
		used := "never"
		if t.LastUsedAt != nil {
			used = t.LastUsedAt.UTC().Format(time.RFC3339)
		}
		scopes := make([]string, len(t.Scopes))
		for i, s := range t.Scopes {
			scopes[i] = string(s)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s…\t%s\t%s\t%s\n", t.ID, t.Owner.Email, t.Name, strings.Join(scopes, ","),
			t.Hint,
			tokenState(t, time.Now()), t.ExpiresAt.UTC().Format(time.RFC3339), used)
	}
	return table.Flush()
}

func tokenState(t people.Token, now time.Time) string {
	switch {
	case t.RevokedAt != nil:
		return "revoked"
	case !now.Before(t.ExpiresAt):
		return "expired"
	}
	return "valid"
}

func revokeToken(ctx context.Context, directory *people.Directory, args []string, out io.Writer) error {
	if len(args) != 1 {
		return errors.New(tokenUsage)
	}
	id, err := uuid.Parse(args[0])
	if err != nil {
		return fmt.Errorf("%q is not the id of a token: newssources token list prints the ids", args[0])
	}
	if err := directory.RevokeToken(ctx, commandActor(), id, nil); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "revoked", id)
	return err
}

// commandActor is the author of the changes of a command, for the history.
func commandActor() audit.Actor {
	return audit.Actor{Name: "Command line", Role: string(identity.Admin)}
}
