// Reads a compose file as Docker Compose does, with the library of the compose specification, and prints the project as
// JSON: for the profiles that are named, with the files of settings merged into the environment of each service.
//
//	read-compose COMPOSE_FILE [PROFILE…]
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func read(file string, profiles []string) (string, error) {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithOsEnv, cli.WithDotEnv, cli.WithProfiles(profiles))
	if err != nil {
		return "", err
	}
	project, err := options.LoadProject(context.Background())
	if err != nil {
		return "", err
	}
	printed, err := json.Marshal(project)
	return string(printed), err
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: read-compose COMPOSE_FILE [PROFILE…]")
		os.Exit(2)
	}
	printed, err := read(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(printed)
}
