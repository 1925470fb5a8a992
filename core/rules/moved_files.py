"""Old places of files that outside code may still import, with their new places, for `renamed`."""

from __future__ import annotations

MOVED = (
    (
        "",
        "base",
        "blame>plugin_errors chance copying>cloning disk>files errors foreign>plugin_errors html "
        "limits printable>sanitize",
    ),
    ("", "bots", "levels restrictions trial>one_ply"),
    ("", "land", "board faces grid majority polyomino regions"),
    ("", "meters", "layout>tile_layout metrics"),
    ("", "play", "back>rewind beginning>start guests match replay sharing>redaction"),
    ("", "record", "admission>validation record>format result writing>writer"),
    (
        "",
        "rules",
        "actions assembly content>dealt events game hooks meanings nouns pack>packing placed "
        "placing plugins renamed rules>ruleset schedule state views vocabulary weights zones",
    ),
    ("", "scenes", "contrast>editions position scene sentences"),
    ("", "simulation", "bench>speed simulate>games spread>workers wilson"),
    (
        "",
        "text",
        "checks data>folder options schema spoken>phrases strict things unclear>unreadable "
        "words>messages yamltext>yaml",
    ),
    (
        "adapters",
        "adapters",
        "chances>chance_nodes fields>field_numbers numbering>action_numbers observing>observations",
    ),
    (
        "bots",
        "bots",
        "advising>advisor erring>human_error horizon>search_horizon judge>move_judge "
        "mind>learned_moves opponents>level_bots outlook>rollouts plans>sealed_plans "
        "ruleset>ruleset_words standing>position_judge trained>learned_file tree>search_tree "
        "value>learned_value",
    ),
    ("bots", "simulation", "ladder rating trace>skill_trace"),
    (
        "box",
        "box",
        "checking>check giving>export owned>owner_data plain>plain_values steps>undo_steps "
        "stock>shipped_files taking>take_over written>serialize",
    ),
    (
        "cli",
        "cli.author",
        "bench box boxing>box_files boxlist>box_list boxpictures>box_pictures check games new "
        "rules>compare_rules scenes schema soak",
    ),
    (
        "cli",
        "cli.shared",
        "common forfeits given>options seating>seats streams>output tables>text_tables "
        "targets>check_targets terminal",
    ),
    (
        "cli",
        "cli.study",
        "adapting>compare_adapt bot compare comparing>compare_run content design "
        "designing>design_run exactly>compare_exact ladder luck metrics simulate train "
        "training>train_run",
    ),
    (
        "cli",
        "cli.table",
        "after>after_game doing>prompt_words history menu pages>html_page play "
        "printing>match_text prompt record replay review saves>saved_games screens>prompt_screen "
        "serve session show stepping>replay_prompt",
    ),
    (
        "draw",
        "draw",
        "boards>html_boards charts>text_charts diagram>svg_board graphs>svg_charts land>land_text "
        "lines>styled_lines page>svg_page paint>colours palette>css panels>text_panels "
        "parts>html_parts scenery>land_svg screenful>decision_text sentences>show_sentences "
        "squares>square_text",
    ),
    (
        "editor",
        "editor",
        "classes>class_schema docs>docstrings known>ruleset_schema options>option_schema "
        "package>package_schemas plans>plan_schema readings>file_types scenes>scene_schema",
    ),
    (
        "lab",
        "lab.games",
        "block cluster>dask digests>code_digests engine extras>libraries freezing>frozen_streams "
        "handicap store tabulate variants worth>bans",
    ),
    (
        "lab",
        "lab.stats",
        "adjust>multiple_testing analysis factorial gaps>seat_gap intervals likelihood "
        "luck>seed_share permutation power seats>seat_test sequential shares>variance "
        "shifts>quantile_shifts stats>block_stats strata table>block_table within>block_effects",
    ),
    (
        "lab",
        "lab.study",
        "adaptation asked>request audit covariates exact failif>fail_if findings forecast "
        "making>planning plan relearning remarks run shapes>metric_shapes watch>notable",
    ),
    ("lab.content", "lab.content", "sets>draws watch>notable"),
    ("lab.content", "lab.study", "asked>settings"),
    ("lab.design", "lab.study", "asked>settings"),
    (
        "lab.design",
        "lab.design",
        "confirm>confirmation found>findings kept>folder picture>charts "
        "playing>block_cache values>estimates words>sentences",
    ),
    (
        "lab.report",
        "lab.report",
        "bars>source_bars changed>changed_play chart>svg_chart curves>round_curves "
        "digits>number_text forest>forest_plot items>item_effects opening>first_screen "
        "parts>by_seat plot>small_chart rows>row_charts shifts>distributions",
    ),
    (
        "learn",
        "training",
        "adapt arena asked>request budget curve fitting>ridge journal looks>lookahead pace "
        "plays>game_runs reading>explanation samples training>train tuning>cma_es",
    ),
    (
        "meters",
        "meters",
        "choosing>choices content>items course>tension ending>endings fitting>tile_fit "
        "sight>information sources>point_sources weighing>decision_weight",
    ),
    ("notebook", "notebook", "frame>columns picture>chart search>design setting>surroundings study>content"),
    (
        "outside",
        "outside",
        "announced>announced_options check>protocol_check draws>fixed_draws leash>supervisor "
        "lines>json_lines named>program_name referee>implementations search>difference_search "
        "serve>rules_server stranger>bot_program theirs>rules_program",
    ),
    (
        "screen",
        "screen",
        "after>after_game asking>questions board>board_widget history>past_positions "
        "menu>menu_screen pages>overlays play>play_screen pointing>cursor room>window_layout "
        "setup>setup_screen sheet>lines_widget sides>side_panels thinking>bot_thread "
        "typed>input_line walk>replay_screen",
    ),
    (
        "table",
        "table",
        "advice>hint ages>relative_time choice>choice_cursor course>point_course "
        "foresight>preview history>player_history introduced>level_names lacking>comparison "
        "looking>lookup offered>setup_choices plan>match_setup pointed>cursor_info "
        "pressing>choice_keys reading>typed_choice resting>initial_cursor rulebook>rule_search "
        "saves>saved_games telling>narration texts>face_texts walk>replay_walk wish>undo_request "
        "wording>move_text",
    ),
    (
        "testing",
        "testing",
        "chance>chance_checks cited>citation_check drawing>drawing_checks "
        "elsewhere>other_processes ground>soak_settings homes>package_files judging>rating_checks "
        "luck>stream_checks moves>move_checks parts>field_walk pieces>piece_check "
        "pinned>pinned_scenes playing>random_games reproducible>replay_checks "
        "results>result_checks secrets>secrecy_checks shape>state_checks sources>package_names "
        "tally>soak_tally trial>usage_games unused>unused_check variants>setting_checks "
        "watching>option_reads whole>whole_game",
    ),
    (
        "web",
        "web",
        "asked>questions charts>replay_charts document>html_frame files>static_files "
        "form>match_form guard>middleware hall>matches lanes>threads "
        "page>regions positions>replay_positions rates>rate_limit refused>http_errors "
        "register>addresses replay>replay_page replays>replay_routes served>live_match "
        "sitting>page_session stream>event_stream",
    ),
    (
        "web.box",
        "web.box",
        "correcting>draft_session event>page_event form>record_form frame>page_frame page>regions "
        "shelf>file_list table>list_form",
    ),
)
"""Old folder, new folder, and the files that have moved: `old>new` if the name has changed as well."""
